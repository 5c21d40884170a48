internal import Foundation

/// The time since this host started, including suspension; it is independent of the wall clock.
enum BootClock {
    static var milliseconds: Int64 {
        var time = timespec()
        #if canImport(Darwin)
            // Darwin's monotonic clock includes suspension (clock_gettime(3)).
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        #else
            unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        #endif
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
