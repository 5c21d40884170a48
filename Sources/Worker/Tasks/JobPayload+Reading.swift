internal import JobModel
internal import JobQueue
internal import MediaModel
internal import Presets
internal import Storage
internal import SystemPackage
internal import Transcoding

/// The paths of a job's payload, which has them as text.
struct PayloadPaths: Sendable {
    let upload: FilePath
    let output: FilePath
    let root: FilePath?
}

extension JobPayload {
    /// The paths of upload, output and root.
    ///
    /// - Throws: `TaskError` if one of them is empty or has a zero byte.
    var paths: PayloadPaths {
        get throws {
            func path(_ text: String) throws -> FilePath {
                do throws(StorageError) {
                    return try FilePath(checking: text)
                } catch {
                    throw TaskError(
                        .unknownTask("the job's payload is not valid: \(error.reason)"),
                        cause: error)
                }
            }
            return PayloadPaths(
                upload: try path(upload), output: try path(output), root: try root.map(path))
        }
    }

    /// Reads a job's payload.
    ///
    /// - Throws: `TaskError`.
    static func read(_ text: String) throws -> JobPayload {
        guard let payload = JobPayload(text) else {
            throw TaskError(.unknownTask("this worker cannot read the job's payload"))
        }
        return payload
    }

    /// Creates the request for the job's package.
    ///
    /// - Throws: `TaskError` if the preset is invalid.
    func package(
        _ workspaces: WorkspaceNames, _ paths: PayloadPaths, queue: String?
    ) throws -> PackageRequest {
        do {
            return PackageRequest(
                id: workspaces.job.text, folder: workspaces.current, queue: queue,
                upload: paths.upload, sha256: sha256,
                sidecars: captions?.map { SubmittedSidecar(file: $0.file, sha256: $0.sha256) },
                output: paths.output, root: paths.root, name: name,
                preset: try Preset.parse(preset.yaml, named: preset.name),
                trim: TrimRequest(from: trim.from, to: trim.to))
        } catch {
            throw TaskError(
                TaskFailure(
                    code: SubmissionError.Code.badPreset.rawValue, message: "\(error)",
                    advice: "fix the preset and submit the upload again", isPermanent: true),
                cause: error)
        }
    }
}
