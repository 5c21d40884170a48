internal import CLibAV
internal import CLibAVShim
public import Logging
internal import Synchronization

/// Process-wide settings: the destination of libav's log, and the release of memory.
///
/// libav has one log per process, so there is one sink. Its errors often concern a single corrupt packet, so all of its lines
/// are logged at debug or trace; errors that matter are thrown, with the line that explains them (`LibAVError.logLine`).
public enum LibAVProcess {
    private static let sink = Mutex<Logger?>(nil)

    /// Sends libav's log to a logger, and configures early release of memory.
    ///
    /// To be called before any other use of this module; until then libav writes its log to standard error. The last error of
    /// each thread is recorded for `LibAVError` in any case.
    ///
    /// - Parameter logger: `nil` discards the log.
    public static func prepare(logger: Logger?) {
        vt_return_large_blocks()
        sink.withLock { $0 = logger }
        let level = logger.map { $0.logLevel <= .trace ? AV_LOG_VERBOSE : AV_LOG_WARNING }
        vt_log_install(level ?? AV_LOG_ERROR) { level, component, line in
            guard let logger = LibAVProcess.sink.withLock({ $0 }) else { return }
            logger.log(
                level: level <= AV_LOG_WARNING ? .debug : .trace, "message of libav",
                metadata: [
                    "component": "\(String(cString: component))",
                    "text": "\(String(cString: line))",
                ])
        }
    }
}
