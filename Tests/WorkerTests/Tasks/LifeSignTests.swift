import JobQueue
import Testing

@testable import Worker

/// What tasks show of themselves while they run.
@Suite struct LifeSignTests {
    @Test func everyTaskOfALongJobShowsThatItGoesOn() async throws {
        let site = try await JobSite()
        var artifacts: [String: Int] = [:]
        while let kind = try await site.step() {
            let signs = site.signs()
            artifacts[kind, default: 0] += signs.artifacts
            if kind != "publish" { #expect(signs.others > 0, "\(kind)") }
        }
        #expect(try await site.record()?.state == .completed)
        #expect(artifacts["encode"] ?? 0 >= 2 && artifacts["sound"] == 1)
        #expect(artifacts["transcode"] == 0 && artifacts["publish"] == 0)
    }

    /// What an earlier attempt has left brings the task no further.
    @Test func foundArtifactsDoNotCount() async throws {
        let site = try await JobSite()
        try await site.steps(through: "transcode")
        #expect(try await site.step(givesBack: true) == "sound")
        #expect(site.signs().artifacts == 1)
        #expect(try await site.step() == "sound")
        #expect(site.signs().artifacts == 0)
    }
}
