internal import CLibAV
internal import CLibAVShim
public import Logging
internal import Synchronization

/// What is set once for the whole process: where libav's log goes, and how its memory is given back.
///
/// libav has one log for the whole process, so there is one sink. Its "error" often is about a single bad packet: nothing
/// of it is logged above debug; what matters is thrown, with the line that explains it (`LibAVError.logLine`).
public enum LibAVProcess {
    private static let sink = Mutex<Logger?>(nil)

    /// Prepares the process: sends libav's lines to a logger, and gives memory back early.
    ///
    /// To be called before any other use of this module; until then libav prints its lines itself. Given `nil`, they are
    /// dropped. Either way the last error of each thread is kept for `LibAVError`.
    public static func prepare(logger: Logger?) {
        vt_return_large_blocks()
        sink.withLock { $0 = logger }
        let level = logger.map { $0.logLevel <= .trace ? AV_LOG_VERBOSE : AV_LOG_WARNING }
        vt_log_install(level ?? AV_LOG_ERROR) { level, component, line in
            guard let logger = LibAVProcess.sink.withLock({ $0 }) else { return }
            let metadata: Logger.Metadata = ["component": "\(String(cString: component))"]
            logger.log(
                level: level <= AV_LOG_WARNING ? .debug : .trace,
                "\(String(cString: line))", metadata: metadata)
        }
    }
}
