import MediaSandbox
import Transcoding

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// CPU time of this process and of its sandbox processes that have exited.
enum CPUTime {
    /// Returns the CPU time since the start of the process, in seconds of all cores together.
    static func now() -> Double { seconds(of: itself) + SandboxMode.sandboxCPUSeconds }

    // RUSAGE_SELF, which has another type in glibc's header than the parameter of getrusage(2).
    private static let itself: Int32 = 0

    private static func seconds(of who: Int32) -> Double {
        var usage = rusage()
        guard unsafe getrusage(who, &usage) == 0 else { return 0 }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }
}
