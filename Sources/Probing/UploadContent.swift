internal import Crypto
internal import Foundation
package import MediaModel
internal import MediaSandbox
package import Presets

/// What an upload is, byte for byte, with the captions that lie beside it.
package struct UploadContent: Sendable {
    /// Of the upload alone, hexadecimal.
    package let sha256: String
    package let sidecars: [Sidecar]

    package init(
        sha256: String,
        sidecars: [Sidecar]
    ) {
        self.sha256 = sha256
        self.sidecars = sidecars
    }

    /// The same part of the same upload, with the same captions beside it, preset and build, gives the same key and package.
    package func packageKey(preset: Preset, trim: Trim) -> String {
        Self.packageKey(sha256, captions: sidecars.map(\.identity), preset: preset, trim: trim)
    }

    /// The same of what is known of the captions: their identities.
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
