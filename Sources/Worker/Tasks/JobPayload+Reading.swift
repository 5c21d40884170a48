internal import JobModel
internal import JobQueue
internal import MediaModel
internal import Presets
internal import Storage
internal import Transcoding

/// The locations of a job's payload, which has them as text.
struct PayloadLocations: Sendable {
    /// The upload; a URL of a web server has no query.
    let upload: Location
    let output: Location
    /// The root of the output; `nil` for any.
    let root: Location?
    /// The root of the upload; `nil` for any.
    let uploadRoot: Location?
    /// The name of the package; `nil` for the job's id.
    let name: String?
}

extension JobPayload {
    /// The locations of upload, output and root.
    ///
    /// - Throws: `TaskError` if one of them is empty or no location.
    var locations: PayloadLocations {
        get throws {
            func location(_ text: String) throws -> Location {
                do throws(StorageError) {
                    return try Location(checking: text)
                } catch {
                    throw TaskError(
                        .unknownTask("the job's payload is not valid: \(error.reason)"),
                        cause: error)
                }
            }
            return PayloadLocations(
                upload: try location(upload), output: try location(output),
                root: try root.map(location),
                uploadRoot: try (uploadRoot ?? root).map(location), name: name)
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
    /// - Throws: `TaskError` if the preset is invalid, or if the upload's query cannot be decrypted.
    func package(
        _ workspaces: WorkspaceNames, _ locations: PayloadLocations, queue: String?,
        keys: SecretKeys
    ) throws -> PackageRequest {
        let upload = try decryptingQuery(of: locations.upload, keys)
        do {
            return PackageRequest(
                id: workspaces.job.text, folder: workspaces.current, queue: queue,
                upload: upload, sha256: sha256, contentIdentity: contentIdentity,
                sidecars: captions?.map { SubmittedSidecar(file: $0.file, sha256: $0.sha256) },
                output: locations.output, root: locations.root, uploadRoot: locations.uploadRoot,
                name: name,
                preset: try Preset.parse(preset.yaml, named: preset.name)
                    .adding(cuePoints ?? []),
                trim: TrimRequest(from: trim.from, to: trim.to))
        } catch {
            throw TaskError(
                TaskFailure(
                    code: SubmissionError.Code.badPreset.rawValue, message: "\(error)",
                    advice: "fix the preset and submit the upload again", isPermanent: true),
                cause: error)
        }
    }

    /// Returns the upload with its query.
    ///
    /// - Throws: `TaskError`; a retry can succeed on a worker that has the key.
    private func decryptingQuery(of upload: Location, _ keys: SecretKeys) throws -> Location {
        guard let uploadQuery else { return upload }
        do throws(SecretKeyError) {
            let url = upload.description
            let query = try keys.decrypt(uploadQuery, of: url)
            guard let location = try? Location(checking: url + query) else {
                throw .unreadable(for: url)
            }
            return location
        } catch {
            throw TaskError(TaskFailure(error), cause: error)
        }
    }
}
