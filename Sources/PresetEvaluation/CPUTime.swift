import MediaSandbox
import Transcoding

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// CPU time of this process and of its sandbox processes that have ended.
enum CPUTime {
    /// Seconds of all cores together since the process began.
    static func now() -> Double { seconds(of: itself) + SandboxMode.sandboxCPUSeconds }

    // RUSAGE_SELF, which glibc's header gives another type than its function takes.
    private static let itself: Int32 = 0

    private static func seconds(of who: Int32) -> Double {
        var usage = rusage()
        guard unsafe getrusage(who, &usage) == 0 else { return 0 }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }
}
