public import MediaModel

/// What `run` tells while it works, in order; the command shows these, as a picture or as JSON lines.
public enum RunEvent: Sendable {
    /// The uploads of this run are known; sent once, first. Bytes are the sum of the files' sizes.
    case started(uploads: Int, bytes: Int)
    /// Something in a folder that is no upload.
    case skipped(path: String, reason: String)
    /// An upload's info and plan are known. `duration` in seconds; rungs from the highest down; warnings are codes.
    case planned(
        upload: String, name: String, duration: Double, rungs: [String], warnings: [MediaFinding])
    case progress(UploadProgress)
    /// An upload's end, in one of four ways.
    case finished(UploadResult)
}

/// How far one upload is.
public struct UploadProgress: Sendable, Hashable {
    public let upload: String
    public let name: String
    /// Share of the expected work that is done, 0...1, never smaller than before.
    public let fraction: Double
    /// Source frames done, of every frame of the output grid; 0 of 0 for audio only.
    public let framesDone: Int
    public let framesTotal: Int
    /// Frames of the output grid per second of wall time, lately.
    public let framesPerSecond: Double
    /// Seconds of media done per second of wall time.
    public let realTimeFactor: Double
    /// Seconds that are left, by what the machine did so far; `nil` while nothing can be said.
    public let remaining: Double?
}

/// What became of one upload.
public struct UploadResult: Sendable {
    public enum Outcome: Sendable {
        /// A package was made. Wall and CPU seconds of this run; artifacts found from an earlier run count as reused.
        case published(bytes: Int, seconds: Double, segments: Int, reused: Int)
        /// The package was there, made from the same upload, preset and build.
        case unchanged
        case failed(UploadError)
        /// Stopped by the user; finished segments are kept for the next run.
        case interrupted
    }
    public let upload: String
    /// The package's name below the output folder.
    public let name: String
    public let outcome: Outcome
    /// Warnings and notes about the upload.
    public let notices: [MediaFinding]
    /// Seconds of media; 0 if not known.
    public let duration: Double

    /// An upload that failed before anything was known of it.
    init(_ error: UploadError) {
        self.init(
            upload: error.upload, name: "", outcome: .failed(error), notices: [], duration: 0)
    }

    public init(
        upload: String, name: String, outcome: Outcome, notices: [MediaFinding], duration: Double
    ) {
        self.upload = upload
        self.name = name
        self.outcome = outcome
        self.notices = notices
        self.duration = duration
    }
}
