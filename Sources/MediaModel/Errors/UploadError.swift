public import Errors

/// The reason why an upload was not published: a stable code, and one line of text.
public struct UploadError: CodedError, Codable, Hashable {
    /// The stable code of an error, as docs/codes.md lists it.
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
        case badCuePoints = "BAD_CUE_POINTS"
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
        case expiredURL = "EXPIRED_URL"
        case changed = "CHANGED"
        case exists = "EXISTS"
        case locked = "LOCKED"
        case outsideRoot = "OUTSIDE_ROOT"
        case output = "OUTPUT"
        case diskFull = "DISK_FULL"
        case noEncoder = "NO_ENCODER"
        case badPreset = "BAD_PRESET"
        case verificationFailed = "VERIFICATION_FAILED"
        case internalError = "INTERNAL"
    }

    public let code: Code
    /// The path of the upload, as the user wrote it.
    public let upload: String
    /// The condition: "the file ends before its index (moov)".
    public let message: String
    /// The remedy: "upload it again".
    public let advice: String
    /// The condition, if the command has a remedy of its own; `nil` if the advice is the remedy.
    public let condition: Condition?
    /// Whether another attempt can succeed.
    public let retryability: Retryability
    private let recordedCause: RecordedError?

    public var cause: (any Error)? { recordedCause }

    /// Returns the error for a path that leads out of the root that its job is limited to.
    package static func outsideRoot(_ path: String, _ upload: String) -> UploadError {
        UploadError(
            .outsideRoot, upload, "\(path) is a link, or is not below the root of its job",
            advice: "replace the link by a folder or a file, and submit it again")
    }

    /// Makes an error; `retryability` is that of the code by default.
    public init(
        _ code: Code, _ upload: String, _ message: String, advice: String,
        condition: Condition? = nil, retryability: Retryability? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.upload = upload
        self.message = message
        self.advice = advice
        self.condition = condition
        self.retryability = retryability ?? code.retryability
        recordedCause = cause.map { $0 as? RecordedError ?? RecordedError($0) }
    }

    /// One line, for instance `clip.mp4: TRUNCATED: the file ends before its index (moov); upload it again`.
    public var description: String { "\(upload): \(line)" }

    /// Whether the cause is the host or the output folder, not the upload.
    public var isInputOutput: Bool {
        switch code {
        case .unreadable, .output, .diskFull, .locked, .killed: true
        default: false
        }
    }
}
