import JobQueue
import Testing

@testable import Worker

/// The activity that tasks report.
@Suite struct TaskActivityTests {
    @Test func eachTaskOfLongJobReportsActivity() async throws {
        let site = try await JobSite()
        var artifacts: [String: Int] = [:]
        while let kind = try await site.step() {
            let signs = site.activity()
            artifacts[kind, default: 0] += signs.artifacts
            if kind != "publish" { #expect(signs.others > 0, "\(kind)") }
        }
        #expect(try await site.record()?.state == .completed)
        #expect(artifacts["encode"] ?? 0 >= 2 && artifacts["audio"] == 1)
        #expect(artifacts["transcode"] == 0 && artifacts["publish"] == 0)
    }

    /// Artifacts of an earlier attempt do not count.
    @Test func existingArtifactsAreNotReported() async throws {
        let site = try await JobSite()
        try await site.steps(through: "transcode")
        #expect(try await site.step(releases: true) == "audio")
        #expect(site.activity().artifacts == 1)
        #expect(try await site.step() == "audio")
        #expect(site.activity().artifacts == 0)
    }
}
