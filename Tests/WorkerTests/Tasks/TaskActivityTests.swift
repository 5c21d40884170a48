import JobQueue
import Testing

@testable import Worker

/// The activity that tasks report.
@Suite struct TaskActivityTests {
    @Test func eachTaskOfLongJobReportsActivity() async throws {
        let fixture = try await JobFixture()
        var artifacts: [String: Int] = [:]
        while let kind = try await fixture.step() {
            let signs = fixture.activity()
            artifacts[kind, default: 0] += signs.artifacts
            if kind != "publish" { #expect(signs.others > 0, "\(kind)") }
        }
        #expect(try await fixture.record()?.state == .completed)
        #expect(artifacts["encode"] ?? 0 >= 2 && artifacts["audio"] == 1)
        #expect(artifacts["transcode"] == 0 && artifacts["publish"] == 0)
    }

    /// Artifacts of an earlier attempt do not count.
    @Test func existingArtifactsAreNotReported() async throws {
        let fixture = try await JobFixture()
        try await fixture.steps(through: "transcode")
        #expect(try await fixture.step(releases: true) == "audio")
        #expect(fixture.activity().artifacts == 1)
        #expect(try await fixture.step() == "audio")
        #expect(fixture.activity().artifacts == 0)
    }
}
