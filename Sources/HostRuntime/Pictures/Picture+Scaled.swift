extension Picture {
    /// Returns the picture in another size, each pixel being the average of the area that it stands for.
    ///
    /// The shape is kept: where it differs, parts at two edges are cut off.
    /// Sides are clamped to 1...`Size.limit * 2`. It takes as long as the larger of the
    /// two pictures has pixels, so whoever draws keeps the result.
    public func scaled(width: Int, height: Int) -> Picture {
        let (width, height) = (min(max(1, width), Size.limit * 2), min(max(1, height), Size.limit * 2))
        let scale = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
        let shownWidth = min(Double(self.width), Double(width) / scale)
        let shownHeight = min(Double(self.height), Double(height) / scale)
        let part = PictureScaler.Part(
            x: (Double(self.width) - shownWidth) / 2,
            y: (Double(self.height) - shownHeight) / 2,
            width: shownWidth,
            height: shownHeight
        )
        return PictureScaler.scale(self, part: part, width: width, height: height)
    }
}
