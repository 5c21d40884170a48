internal import JobModel
internal import JobQueue
internal import MediaModel
internal import Storage
internal import SystemPackage
internal import Transcoding

extension JobNote {
    init(_ summary: UploadSummary, poster: String? = nil) {
        self.init(
            name: summary.name, duration: summary.duration, rungs: summary.rungs,
            warnings: summary.warnings.map {
                Warning(
                    code: $0.code.rawValue, severity: $0.severity.rawValue, message: $0.message)
            },
            cost: summary.cost, poster: poster)
    }
}

extension JobResult {
    init(_ package: PackageResult) {
        self.init(
            name: package.name, output: package.output.text, path: package.path.text,
            playlist: package.playlist.text, poster: package.poster?.text,
            manifest: package.manifest.text, download: package.download?.text,
            duration: package.duration, bytes: package.bytes,
            warnings: package.warnings, captions: package.captions)
    }
}

extension TaskProgress {
    init(_ progress: UploadProgress) {
        self.init(fraction: progress.fraction, remaining: progress.remaining)
    }
}

extension TaskContext {
    /// Replaces the job's note.
    func note(_ summary: UploadSummary, poster: FilePath? = nil) {
        // Encoding fails only for numbers that are not finite, which a summary does not contain.
        guard let text = try? JobNote(summary, poster: poster?.string).json else { return }
        note(text)
    }
}
