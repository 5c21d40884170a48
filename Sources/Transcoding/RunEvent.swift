public import MediaModel
public import Storage

/// The events of a run, in order; the command displays them, or writes them as JSON lines.
public enum RunEvent: Sendable {
    /// The uploads of this run are known; sent once, first. `bytes` is the sum of their sizes.
    case started(uploads: Int, bytes: Int)
    /// An entry of a folder is no upload.
    case skipped(path: Location, reason: String)
    /// An upload's info and plan are known. `duration` is in seconds; the highest rung is first.
    case planned(
        upload: Location, name: String, duration: Double, rungs: [String], warnings: [Finding])
    case progress(UploadProgress)
    /// An upload is finished, with one of four outcomes.
    case finished(UploadResult)
}

/// The progress of one upload.
public struct UploadProgress: Sendable, Hashable {
    public let upload: Location
    public let name: String
    /// The completed fraction of the expected work, 0...1, never smaller than before.
    public let fraction: Double
    /// Encoded frames of the output grid, and all of them; 0 of 0 for audio only.
    public let framesDone: Int
    public let framesTotal: Int
    /// Recent speed, in frames of the output grid per second of wall time.
    public let framesPerSecond: Double
    /// Recent speed, in seconds of media per second of wall time.
    public let realTimeFactor: Double
    /// The estimated remaining time, in seconds; `nil` while there is no estimate.
    public let remaining: Double?
}

/// The result of one upload.
public struct UploadResult: Sendable {
    public enum Outcome: Sendable {
        /// A package was made, in seconds of wall time. Segments of an earlier run are counted as reused.
        case published(bytes: Int, seconds: Double, segments: Int, reused: Int)
        /// The package existed, made from the same upload by the same preset and build.
        case unchanged
        case failed(UploadError)
        /// Stopped by the user; finished segments remain for the next run.
        case interrupted
    }
    public let upload: Location
    /// The package's name below the output folder.
    public let name: String
    public let outcome: Outcome
    /// Warnings and notes about the upload.
    public let findings: [Finding]
    /// The duration of the media in seconds; 0 if not known.
    public let duration: Double

    /// Whether the upload failed; an interrupted one did not.
    var hasFailed: Bool {
        if case .failed = outcome { true } else { false }
    }

    /// Creates the result of an upload that failed before it was opened.
    init(_ error: UploadError) {
        self.init(
            upload: Location(forMessage: error.upload), name: "", outcome: .failed(error),
            findings: [], duration: 0)
    }

    public init(
        upload: Location, name: String, outcome: Outcome, findings: [Finding], duration: Double
    ) {
        self.upload = upload
        self.name = name
        self.outcome = outcome
        self.findings = findings
        self.duration = duration
    }
}
