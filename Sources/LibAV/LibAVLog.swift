internal import CLibAV
internal import CLibAVShim
public import Logging
internal import Synchronization

/// Where libav's log goes.
///
/// libav has one log for the whole process, so there is one sink. Its "error" often is about a single bad packet: nothing
/// of it is logged above debug; what matters is thrown, with the line that explains it (`LibAVError.logLine`).
public enum LibAVLog {
    private static let sink = Mutex<Logger?>(nil)

    /// Sends libav's lines to a logger.
    ///
    /// Given `nil`, they are dropped. Either way the last error of each thread is kept for `LibAVError`. Before the first
    /// call libav prints them itself.
    public static func install(_ logger: Logger?) {
        sink.withLock { $0 = logger }
        let level = logger.map { $0.logLevel <= .trace ? AV_LOG_VERBOSE : AV_LOG_WARNING }
        vt_log_install(level ?? AV_LOG_ERROR) { level, component, line in
            guard let logger = LibAVLog.sink.withLock({ $0 }) else { return }
            let metadata: Logger.Metadata = ["component": "\(String(cString: component))"]
            logger.log(
                level: level <= AV_LOG_WARNING ? .debug : .trace,
                "\(String(cString: line))", metadata: metadata)
        }
    }
}
