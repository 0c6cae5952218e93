import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.plugins)) struct PluginReportTests {
    @Test func `the table of plugins fits into 80 columns, with the reasons below it`() {
        var reports = [
            ("floating-assistant", PluginState.discovered), ("splash-ad", .disabled(reason: "by an option")),
        ]
        .map { id, state in
            PluginReport(
                manifest: PluginManifest(id: id, name: "A plugin", version: "0.1.0", summary: "Does something."),
                origin: "FloatingAssistantPlugin/FloatingAssistantPlugin.swift:8",
                library: nil,
                typeName: nil,
                state: state,
                changedAt: .zero,
                activation: nil,
                resourceCount: 0
            )
        }

        reports[0].lastFailure = "no luck"

        #expect(
            reports.table == """
                ID                  VERSION  STATE       ORIGIN
                floating-assistant  0.1.0    discovered  FloatingAssistantPlugin.swift:8
                splash-ad           0.1.0    disabled    FloatingAssistantPlugin.swift:8

                floating-assistant: failed in the last run: no luck
                splash-ad: by an option
                """
        )
    }
}
