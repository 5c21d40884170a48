internal import Crypto
internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import Planning
internal import Presets
internal import Probing
internal import Scheduling
internal import Storage

/// What one step of an order found out about its upload, kept for the others.
struct MeasuredUpload: Codable, Sendable {
    /// When it was measured.
    let version: Upload.Version
    /// The identities of the captions beside it.
    let captions: [String]
    let probed: ProbedUpload

    /// The package's key: computed, since what is kept may say anything.
    func key(_ order: PackageRequest) -> String {
        UploadContent.packageKey(
            probed.identity, captions: captions, preset: order.preset, trim: order.trim)
    }

    /// Finds what is kept; `nil` if there is nothing, or nothing that can be what was measured of the upload.
    ///
    /// Other machines write to the folder as well, so it is believed no more than a sandbox process.
    static func kept(
        _ order: PackageRequest, _ upload: Upload, in folder: SharedWorkspace
    ) -> MeasuredUpload? {
        guard let file = try? RegularFile(file(order, folder)), file.size <= 1 << 28,
            let bytes = try? file.bytes(),
            let kept = try? JSONDecoder().decode(MeasuredUpload.self, from: Data(bytes))
        else { return nil }
        // Of an upload that has changed since, the version tells.
        guard kept.version == upload.version else { return kept }
        let probed = kept.probed
        guard order.sha256.map({ $0 == probed.info.sha256 }) ?? true,
            (try? probed.validate(
                byteCount: upload.size, sha256: probed.info.sha256, identity: probed.identity,
                limits: order.preset.limits)) != nil
        else { return nil }
        return kept
    }

    func keep(_ order: PackageRequest, in folder: SharedWorkspace) throws {
        try AtomicFile.write(Array(try JSONEncoder().encode(self)), to: Self.file(order, folder))
    }

    /// Another build, or another request under the same id, measures by itself.
    private static func file(_ order: PackageRequest, _ folder: SharedWorkspace) -> String {
        let parts = [
            order.upload, order.preset.identity, EngineVersions.current.identity,
            order.trim.identity,
        ]
        let hash = SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).hexadecimal
        return "\(folder.path)/info-\(hash.prefix(24)).json"
    }
}
