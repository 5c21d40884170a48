internal import Errors
internal import MediaModel
internal import MediaSandbox
internal import Storage

extension EncodingEnvironment {
    /// Checks that all segments of each rendition have equal init segments; others come from a compromised process.
    ///
    /// Segments that differ from the majority are removed, and made again by the next run.
    func checkInitializations(of encoded: EncodingResult) throws {
        var invalid: Set<String> = []
        let video = (plan.video?.rungs ?? []).indices.map { index in
            encoded.chunks.flatMap { $0.renditions[index].segments }
                .map { ($0.result.initialization, $0.key) }
        }
        let audio = encoded.audio.map { $0.runs.map { ($0.result.initialization, $0.key) } }
        for artifacts in video + audio {
            let keys = Dictionary(grouping: artifacts, by: \.0).mapValues { $0.map(\.1) }
            guard keys.count > 1 else { continue }
            let largest = keys.max { $0.value.count < $1.value.count }?.value.count ?? 0
            let majority = keys.filter { $0.value.count == largest }
            // Without a majority, any of them may be wrong.
            for (hash, found) in keys where majority.count > 1 || majority[hash] == nil {
                invalid.formUnion(found)
            }
        }
        guard !invalid.isEmpty else { return }
        for key in invalid { try workspace.artifacts.remove(key) }
        throw corruptArtifacts("finished segments have different init segments")
    }

    /// The error of invalid artifacts, which a compromised process may have made: no error of the host.
    func corruptArtifacts(
        _ reason: String, cause: (any Error)? = nil
    ) -> UploadError {
        UploadError(
            .output, upload.name, "\(reason); they are removed",
            advice: "run again; if it happens again, check the disk", retryability: .limited,
            cause: cause)
    }
}
