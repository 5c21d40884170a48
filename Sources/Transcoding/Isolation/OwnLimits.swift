internal import CPlatform
internal import Foundation

/// What this process limits for itself before it looks at an upload.
enum OwnLimits {
    /// What stays the same for any work: few files, and no core dumps, which are large and hold the upload.
    static func setForGood() {
        _ = vt_set_limit(vt_limit_core, 0, true)
        _ = vt_set_limit(vt_limit_files, 64, true)
    }

    /// Limits memory, CPU time from now on, and file sizes.
    ///
    /// - Returns: What was used before.
    static func set(_ limits: WorkLimits) throws -> (cpuSeconds: Double, peak: Int) {
        let usage = usage()
        let values = [
            (vt_limit_memory, limits.memory),
            (vt_limit_cpu, Int(usage.cpuSeconds.rounded(.up)) + limits.cpuSeconds),
            (vt_limit_file_size, limits.fileSize),
        ]
        for (limit, value) in values {
            guard vt_set_limit(limit, UInt64(max(0, value)), false) == 0 else {
                throw WorkFailure.fault("a limit cannot be set (error \(errno))")
            }
        }
        return usage
    }

    /// CPU seconds so far, and the most bytes that were resident.
    static func usage() -> (cpuSeconds: Double, peak: Int) {
        var (microseconds, peak): (Int64, Int64) = (0, 0)
        unsafe vt_own_usage(&microseconds, &peak)
        return (Double(microseconds) / 1e6, Int(peak))
    }
}
