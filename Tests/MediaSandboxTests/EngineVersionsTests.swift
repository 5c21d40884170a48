import MediaModel
import Testing
import VideoCodecs

@testable import MediaSandbox

/// The versions that keys and manifests contain.
@Suite struct EngineVersionsTests {
    /// Another version of an encoder changes only the packages that it encodes.
    @Test func versionsAreThoseOfTheEncodersInUse() throws {
        let versions = EngineVersions.current(encoding: [.h264, .h264])
        #expect(Array(versions.encoders.keys) == ["libx264"])
        #expect(try #require(versions.encoders["libx264"]).hasPrefix("core "))
        #expect(EngineVersions.current(encoding: []).encoders.isEmpty)

        let both = EngineVersions.current(encoding: [.hevc, .h264])
        #expect(both.encoders.keys.sorted() == ["libx264", "libx265"])
        #expect(both.encoders["libx264"] == versions.encoders["libx264"])
        #expect(both.identity != versions.identity)
    }
}
