public import Errors

/// The error of an upload that was not published: one line for a person, one stable code for programs.
public struct UploadError: CausedError, Codable, Hashable, CustomStringConvertible {
    /// Stable, upper case, documented in docs/codes.md.
    public enum Code: String, Codable, Sendable, CaseIterable {
        case empty = "EMPTY"
        case notMedia = "NOT_MEDIA"
        case stillImage = "STILL_IMAGE"
        case truncated = "TRUNCATED"
        case damaged = "DAMAGED"
        case encrypted = "ENCRYPTED"
        case noTracks = "NO_TRACKS"
        case noDecoder = "NO_DECODER"
        case tooLarge = "TOO_LARGE"
        case tooLong = "TOO_LONG"
        case beyondEnd = "BEYOND_END"
        case tooManyBytes = "TOO_MANY_BYTES"
        case tooManyStreams = "TOO_MANY_STREAMS"
        case tooManyPackets = "TOO_MANY_PACKETS"
        case tooManyPixels = "TOO_MANY_PIXELS"
        case tooMuchExpansion = "TOO_MUCH_EXPANSION"
        case timesUnusable = "TIMES_UNUSABLE"
        case crashed = "CRASHED"
        case stalled = "STALLED"
        case tooMuchMemory = "TOO_MUCH_MEMORY"
        case tooMuchTime = "TOO_MUCH_TIME"
        case tooMuchOutput = "TOO_MUCH_OUTPUT"
        case killed = "KILLED"
        case unreadable = "UNREADABLE"
        case changed = "CHANGED"
        case exists = "EXISTS"
        case locked = "LOCKED"
        case outsideRoot = "OUTSIDE_ROOT"
        case output = "OUTPUT"
        case diskFull = "DISK_FULL"
        case noEncoder = "NO_ENCODER"
        case internalError = "INTERNAL"
    }

    public let code: Code
    /// The upload as the user named it.
    public let upload: String
    /// What happened: "the file ends before its index (moov)".
    public let reason: String
    /// What to do: "upload it again".
    public let advice: String
    /// Whether another attempt can succeed.
    public let retryability: Retryability
    private let recordedCause: RecordedError?

    public var cause: (any Error)? { recordedCause }

    /// Of a path that is to stay below a root and leads out of it, now if not when it was named.
    package static func outsideRoot(_ path: String, _ upload: String) -> UploadError {
        UploadError(
            .outsideRoot, upload, "\(path) is a link, or not below the root that its job has",
            advice: "put a folder or a file in the place of the link, and submit it again")
    }

    /// An error; its retryability is the code's, unless more is known.
    public init(
        _ code: Code, _ upload: String, _ reason: String, advice: String,
        retryability: Retryability? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.upload = upload
        self.reason = reason
        self.advice = advice
        self.retryability = retryability ?? code.retryability
        recordedCause = cause.map { $0 as? RecordedError ?? RecordedError($0) }
    }

    /// One line, for instance `clip.mp4: TRUNCATED: the file ends before its index (moov); upload it again`.
    public var description: String { "\(upload): \(code.rawValue): \(reason); \(advice)" }

    /// True where the fault lies with the machine or the output folder, not with the upload.
    public var isInputOutput: Bool {
        switch code {
        case .unreadable, .output, .diskFull, .locked, .killed: true
        default: false
        }
    }
}
