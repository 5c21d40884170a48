internal import Crypto
internal import Foundation
package import MediaModel
internal import MediaSandbox
internal import MediaUnits
package import Presets

/// The identity of an upload's bytes, with its sidecars.
package struct UploadContent: Sendable {
    /// The identity of the upload's content, which keys are made from; the SHA-256 of local uploads.
    package let identity: String
    /// The SHA-256 of the upload, in hexadecimal; `nil` if the content was not hashed.
    package let sha256: String?
    package let sidecars: [Sidecar]

    /// Makes the content of an upload that was hashed.
    package init(
        sha256: String,
        sidecars: [Sidecar]
    ) {
        self.init(identity: sha256, sha256: sha256, sidecars: sidecars)
    }

    package init(
        identity: String,
        sha256: String?,
        sidecars: [Sidecar]
    ) {
        self.identity = identity
        self.sha256 = sha256
        self.sidecars = sidecars
    }

    /// Returns the key of a package: equal for the same upload, sidecars, trim range, preset and build.
    package func packageKey(preset: Preset, trim: TrimRequest) -> String {
        Self.packageKey(identity, captions: sidecars.map(\.identity), preset: preset, trim: trim)
    }

    /// Returns the key of a package from the identities of sidecars.
    package static func packageKey(
        _ identity: String, captions: [String], preset: Preset, trim: TrimRequest
    ) -> String {
        let parts =
            [identity] + captions
            + [
                preset.identity,
                EngineVersions.current(encoding: preset.ladder.map(\.codec)).identity,
                trim.identity,
            ]
        let text = parts.filter { !$0.isEmpty }.joined(separator: "\n")
        return SHA256.hash(data: Data(text.utf8)).hexadecimal
    }
}
