internal import Foundation

/// Milliseconds since this machine started, its sleep included: no setting of the wall clock moves it.
enum SteadyClock {
    static var milliseconds: Int64 {
        var time = timespec()
        #if canImport(Darwin)
            // Darwin's monotonic clock goes on while the machine sleeps (clock_gettime(3)).
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        #else
            unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        #endif
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
