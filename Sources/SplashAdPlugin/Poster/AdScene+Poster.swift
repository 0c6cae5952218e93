import HostRuntime

extension AdScene {
    /// Makes the plugin's own scenery for a creative: sky, stars, sun, sea and the large title.
    ///
    /// Without scenery, only the words are there, as lines of text.
    init(poster creative: SplashCreative, size: Size, ink: Ink, hasScenery: Bool = true) {
        let layout = PosterLayout(size: size, title: creative.title, isMirrored: creative.isRightToLeft)
        let words = AdWords(creative, layout: layout, hasLargeTitle: hasScenery && layout.scale >= ink.largeStep)
        let page = [Color](repeating: PosterColors.cover, count: size.width * size.height * 2)
        self.init(
            hasScenery ? layout.squares(sparing: words) : page,
            stars: hasScenery ? layout.stars(sparing: words, ink) : [],
            words: words,
            size: size,
            ink: ink
        )
    }
}

extension AdWords {
    /// Places the words on the plugin's own scenery: the title in the sky, and the texts on the sea.
    init(_ creative: SplashCreative, layout: PosterLayout, hasLargeTitle: Bool) {
        isRightToLeft = creative.isRightToLeft
        let columns = layout.text.minX..<layout.text.maxX
        if hasLargeTitle {
            title = LargeTitle(word: creative.title, origin: layout.title.origin, scale: layout.scale)
        } else {
            // In the first row, the skip control is at the right.
            let shown = TextWidth.truncate(creative.title, to: layout.size.width - layout.margin)
            let width = TextWidth.width(of: shown)
            let x = layout.title.minY > 0 ? start(of: shown, width: width, in: columns) : columns.lowerBound
            add(shown, .title, at: Point(x: x, y: layout.title.minY))
        }
        let footer = AdWords.footer(layout.size.height)
        let bottom = footer ?? layout.size.height - 1
        let room = layout.text
        let offer = creative.offer.isEmpty ? "" : TextWidth.truncate(" \(creative.offer) ", to: room.width)
        let headline = TextWidth.wrap(creative.headline, to: room.width)
        let text = TextWidth.wrap(creative.text, to: room.width)
        // Leave a line between headline and text if everything still fits, with a free line above the brand.
        let isAiry = room.minY + headline.count + 1 + text.count + (offer.isEmpty ? 0 : 2) < bottom
        var y = room.minY
        for (whole, parts, role, gap) in [
            (creative.headline, headline, Role.headline, 0), (creative.text, text, .text, isAiry ? 1 : 0),
            (offer, [offer], .offer, 1),
        ] {
            guard y + gap + parts.count <= bottom else { continue }
            y += gap
            for part in parts {
                let x = start(of: whole, width: TextWidth.width(of: part), in: columns)
                add(part, role, at: Point(x: x, y: y))
                y += 1
            }
        }
        let left = layout.margin
        if let footer { placeFooter(creative.brand, y: footer, from: left, width: layout.size.width - 2 * left) }
    }
}

// MARK: - Scenery

extension PosterLayout {
    /// Returns the sky, the sun and the sea, with nothing bright where words are.
    fileprivate func squares(sparing words: AdWords) -> [Color] {
        var squares: [Color] = []
        squares.reserveCapacity(size.width * size.height * 2)
        for y in 0..<size.height * 2 {
            squares += [Color](repeating: ground(atSquare: y), count: size.width)
        }
        func mix(_ color: Color, _ amount: Double, into columns: Range<Int>, atSquare y: Int) {
            for x in columns where !words.cover(Point(x: x, y: y / 2)) {
                let index = y * size.width + x
                squares[index] = squares[index].mixed(with: color, amount: amount)
            }
        }
        let top = sun.y - sun.radius
        for y in 0..<min(horizon, size.height) * 2 {
            guard let columns = sunColumns(atSquare: y) else { continue }
            let color = PosterColors.sun((Double(y) - top) / max(1, Double(horizon * 2) - top))
            mix(color, 1, into: columns, atSquare: y)
        }
        // The reflection: dashes that get shorter and fainter towards the bottom.
        let rows = (size.height - horizon) * 2
        for row in stride(from: 0, to: rows, by: 2) {
            let depth = Double(row) / Double(rows)
            let wobble = [0.0, 0.7, -0.5, 0.3, -0.8, 0.5][row / 2 % 6] * sun.radius * 0.2
            let half = sun.radius * (0.95 - depth * 0.75)
            let first = max(0, Int(sun.x + wobble - half))
            let end = min(size.width, Int(sun.x + wobble + half))
            guard first < end else { continue }
            let color = PosterColors.sun(0.5 + depth / 2)
            mix(color, 0.75 - depth * 0.6, into: first..<end, atSquare: horizon * 2 + row)
        }
        return squares
    }

    /// Returns the stars, always the same for a size, and denser towards the top.
    fileprivate func stars(sparing words: AdWords, _ ink: AdScene.Ink) -> [AdScene.Star] {
        guard size.width > 4, horizon > 2 else { return [] }
        var state: UInt64 = 0x5EED
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        // In ASCII if it may have to be.
        let (bright, dim) = ink == .blocks ? ("✦", "·") : ("*", ".")
        let taken = title.inset(horizontally: -2, vertically: -1)
        return (0..<min(300, size.width * horizon / 36)).compactMap { _ in
            let cell = Point(x: next(size.width), y: min(next(horizon), next(horizon)))
            let brightness = (0.4 + Double(next(60)) / 100) * (1 - Double(cell.y) / Double(horizon))
            let isSky = [2 * cell.y, 2 * cell.y + 1].allSatisfy { sunColumns(atSquare: $0)?.contains(cell.x) != true }
            guard isSky, brightness > 0.3, !taken.contains(cell), !words.cover(cell) else { return nil }
            let sky = PosterColors.sky(Double(cell.y) / Double(horizon))
            return AdScene.Star(
                cell: cell,
                character: brightness > 0.75 ? bright : dim,
                color: sky.mixed(with: PosterColors.star, amount: brightness).readable(on: sky, contrast: 6)
            )
        }
    }
}
