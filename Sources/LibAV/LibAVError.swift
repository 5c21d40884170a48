internal import CLibAV
internal import CLibAVShim

/// A libav call that failed: which call, on what, and why.
public struct LibAVError: Error, Sendable, CustomStringConvertible {
    /// The C function, for instance `avcodec_open2`.
    public let operation: StaticString
    /// The object of the call: an upload's name, an encoder and its rung.
    public let subject: String
    /// A negative AVERROR.
    public let code: Int32
    /// The last line that libav logged as an error on this thread; empty if there is none.
    public let logLine: String
    /// Whether the container exceeds the maximum number of streams, for which libav has no code.
    public let isForTooManyStreams: Bool

    init(_ operation: StaticString, _ subject: String, _ code: Int32) {
        self.operation = operation
        self.subject = subject
        self.code = code
        logLine = String(cString: vt_log_last_error())
        isForTooManyStreams = vt_log_saw_too_many_streams() != 0
        vt_log_clear_error()
    }

    public var description: String {
        let cause = logLine.isEmpty ? "" : ": \(logLine)"
        return "\(subject): \(operation): \(Self.reason(code)) (\(code))\(cause)"
    }

    /// The cause: libav's log line if there is one, or else the meaning of the code.
    public var reason: String { logLine.isEmpty ? Self.reason(code) : logLine }

    /// Whether this build of libav lacks the encoder.
    public var isMissingEncoder: Bool { code == vt_error_no_encoder }
    /// Whether filters of a valid graph rejected the format of their frames.
    public var isFilterConfiguration: Bool {
        "\(operation)" == "avfilter_graph_config" && !isOutOfMemory
    }
    /// Whether memory could not be allocated.
    public var isOutOfMemory: Bool { code == vt_error_no_memory }
    /// Whether the stop condition interrupted the call.
    public var isInterrupted: Bool { code == vt_error_exit }
    /// Whether reading or writing failed.
    public var isInputOutput: Bool { code == vt_error_input_output }
    /// Whether the upload refers to another file, which is never opened.
    public var isNotPermitted: Bool { code == vt_error_not_permitted }

    private static func reason(_ code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) {
            av_strerror(code, $0.baseAddress!, $0.count)
            return String(cString: $0.baseAddress!)
        }
    }
}

/// Returns the result of a libav call, or throws if it is negative.
@discardableResult
func check(
    _ result: Int32, _ operation: StaticString, _ subject: @autoclosure () -> String
) throws(LibAVError) -> Int32 {
    guard result < 0 else { return result }
    throw LibAVError(operation, subject(), result)
}

/// Returns an allocated pointer, or throws if it is null.
func allocated<Pointee>(
    _ pointer: UnsafeMutablePointer<Pointee>?, _ operation: StaticString,
    _ subject: String = "libav"
) throws(LibAVError) -> UnsafeMutablePointer<Pointee> {
    guard let pointer else { throw LibAVError(operation, subject, vt_error_no_memory) }
    return pointer
}
