internal import Crypto
internal import Foundation
package import MediaModel
internal import MediaSandbox
package import Presets

/// The identity of an upload's bytes, with its sidecars.
package struct UploadContent: Sendable {
    /// The hexadecimal SHA-256 of the upload, without sidecars.
    package let sha256: String
    package let sidecars: [Sidecar]

    package init(
        sha256: String,
        sidecars: [Sidecar]
    ) {
        self.sha256 = sha256
        self.sidecars = sidecars
    }

    /// Returns the key of a package: equal for the same upload, sidecars, trim range, preset and build.
    package func packageKey(preset: Preset, trim: Trim) -> String {
        Self.packageKey(sha256, captions: sidecars.map(\.identity), preset: preset, trim: trim)
    }

    /// Returns the key of a package from the identities of sidecars.
    package static func packageKey(
        _ sha256: String, captions: [String], preset: Preset, trim: Trim
    ) -> String {
        let parts =
            [sha256] + captions
            + [preset.identity, EngineVersions.current.identity, trim.identity]
        let text = parts.filter { !$0.isEmpty }.joined(separator: "\n")
        return SHA256.hash(data: Data(text.utf8)).hexadecimal
    }
}
