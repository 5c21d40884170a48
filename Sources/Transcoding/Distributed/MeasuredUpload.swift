internal import Crypto
internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Presets
internal import Probing
internal import Scheduling
internal import Storage
internal import SystemPackage

/// The measurement of an upload by one task, stored in the workspace for the other tasks of the job.
struct MeasuredUpload: Codable, Sendable {
    /// The version of the upload that was measured.
    let version: UploadVersion
    /// The identities of the captions beside the upload.
    let captions: [String]
    let probed: ProbedUpload

    /// The package's key, computed because a stored key may be wrong.
    func key(_ request: PackageRequest) -> String {
        UploadContent.packageKey(
            probed.identity, captions: captions, preset: request.preset, trim: request.trim)
    }

    /// Loads a stored measurement; `nil` if there is none that can be valid for the upload.
    ///
    /// Other hosts write to the workspace too, so it is trusted as little as a sandbox process.
    static func load(
        _ request: PackageRequest, _ upload: Upload, from workspace: any JobWorkspace
    ) -> MeasuredUpload? {
        guard let bytes = try? workspace.record(record(request), limit: 1 << 28),
            let stored = try? JSONDecoder().decode(MeasuredUpload.self, from: Data(bytes))
        else { return nil }
        // The caller handles an upload that has changed since.
        guard stored.version == upload.version else { return stored }
        let probed = stored.probed
        guard request.sha256.map({ $0 == probed.info.sha256 }) ?? true,
            (try? probed.validate(
                byteCount: upload.size, sha256: probed.info.sha256, identity: probed.identity,
                limits: request.preset.limits)) != nil,
            (try? probed.validateSamples(of: request.preset)) != nil
        else { return nil }
        return stored
    }

    func save(_ request: PackageRequest, in workspace: any JobWorkspace) throws {
        try workspace.write(
            Array(try JSONEncoder().encode(self)), asRecord: Self.record(request))
    }

    /// Other builds, and other requests with the same id, use files of their own.
    private static func record(_ request: PackageRequest) -> String {
        let parts =
            [
                request.upload.text, request.preset.identity,
                EngineVersions.current(encoding: request.preset.ladder.map(\.codec)).identity,
                request.trim.identity,
            ] + (request.sidecars ?? []).map { "\($0.file) \($0.sha256 ?? "")" }
        let hash = SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).hexadecimal
        return "info-\(hash.prefix(24)).json"
    }
}
