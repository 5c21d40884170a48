internal import CLibAV
internal import CLibAVShim

/// A libav call that failed: which call, on what, and why.
public struct LibAVError: Error, Sendable, CustomStringConvertible {
    /// The C function, for instance `avcodec_open2`.
    public let operation: StaticString
    /// What it was called on: an upload's name, an encoder and its rung.
    public let subject: String
    /// A negative AVERROR.
    public let code: Int32
    /// The last line that libav logged as an error on this thread; empty if it said nothing.
    public let logLine: String
    /// The container has more streams than a demuxer takes, for which libav has no code of its own.
    public let isForTooManyStreams: Bool

    init(_ operation: StaticString, _ subject: String, _ code: Int32) {
        self.operation = operation
        self.subject = subject
        self.code = code
        logLine = String(cString: vt_log_last_error())
        isForTooManyStreams = vt_log_saw_too_many_streams() != 0
        vt_log_forget_error()
    }

    public var description: String {
        let cause = logLine.isEmpty ? "" : ": \(logLine)"
        return "\(subject): \(operation): \(Self.reason(code)) (\(code))\(cause)"
    }

    /// What libav says of it: its log line where there is one, or else the meaning of the code.
    public var reason: String { logLine.isEmpty ? Self.reason(code) : logLine }

    public var isInvalidData: Bool { code == vt_error_invalid_data }
    public var isMissingEncoder: Bool { code == vt_error_no_encoder }
    /// Filters whose text is right did not take the frames that they were made for.
    public var isOfFilters: Bool {
        "\(operation)" == "avfilter_graph_config" && !isOutOfMemory
    }
    public var isOutOfMemory: Bool { code == vt_error_no_memory }
    public var isInterrupted: Bool { code == vt_error_exit }
    public var isInputOutput: Bool { code == vt_error_input_output }
    /// The file referred to another one, which is never opened.
    public var isNotPermitted: Bool { code == vt_error_not_permitted }

    private static func reason(_ code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) {
            av_strerror(code, $0.baseAddress!, $0.count)
            return String(cString: $0.baseAddress!)
        }
    }
}

/// Throws unless a libav call returned 0 or more; gives back what it returned.
@discardableResult
func check(
    _ result: Int32, _ operation: StaticString, _ subject: @autoclosure () -> String
) throws(LibAVError) -> Int32 {
    guard result < 0 else { return result }
    throw LibAVError(operation, subject(), result)
}

/// Throws if libav could not allocate.
func allocated<Pointee>(
    _ pointer: UnsafeMutablePointer<Pointee>?, _ operation: StaticString,
    _ subject: String = "libav"
) throws(LibAVError) -> UnsafeMutablePointer<Pointee> {
    guard let pointer else { throw LibAVError(operation, subject, vt_error_no_memory) }
    return pointer
}
