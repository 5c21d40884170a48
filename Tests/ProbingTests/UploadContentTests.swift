import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import Probing

/// Keys of packages.
@Suite struct UploadContentTests {
    private static let hash = String(repeating: "ab", count: 32)
    private static let preset = Preset(name: "a", description: "", ladder: [])

    private func key(_ content: UploadContent, trim: TrimRequest = TrimRequest()) -> String {
        content.packageKey(preset: Self.preset, trim: trim)
    }

    /// The identity of a local upload is its hash, so that keys are those of earlier builds.
    @Test func keyIsMadeFromTheIdentity() {
        let local = UploadContent(sha256: Self.hash, sidecars: [])
        #expect(local.identity == Self.hash && local.sha256 == Self.hash)
        let unhashed = UploadContent(identity: Self.hash, sha256: nil, sidecars: [])
        #expect(key(unhashed) == key(local))
        #expect(
            key(local)
                == UploadContent.packageKey(
                    Self.hash, captions: [], preset: Self.preset, trim: TrimRequest()))
        let other = UploadContent(identity: "etag-1", sha256: nil, sidecars: [])
        #expect(key(other) != key(local))
        #expect(key(local, trim: TrimRequest(from: Rational(1))) != key(local))
    }
}
