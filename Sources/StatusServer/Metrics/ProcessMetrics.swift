internal import Foundation

/// The resources of the process, with the names of Prometheus client libraries.
enum ProcessMetrics {
    static var all: [Metric] {
        [
            Metric(
                "process_cpu_seconds_total", .counter,
                "CPU time of the process without its child processes, in seconds.",
                cpuSeconds),
            Metric(
                "process_resident_memory_bytes", .gauge,
                "Resident memory of the process, in bytes.",
                residentBytes),
            Metric(
                "process_start_time_seconds", .gauge,
                "Start time of the process, in seconds since 1970.", startTime),
        ]
    }

    /// The start time, on Linux only: field 22 of /proc/self/stat, in ticks since the boot.
    ///
    /// The time is read once: the boot time changes when the clock is set, which monitoring would take for a restart of the
    /// process.
    private static let startTime: Double? = {
        guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let kernel = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
            let booted = kernel.split(separator: "\n").first(where: { $0.hasPrefix("btime ") })
                .flatMap({ Double($0.dropFirst(6)) }),
            // The second field is the program's name, which may contain any character.
            let fields = stat.lastIndex(of: ")").map({ stat[$0...].split(separator: " ") }),
            fields.count > 20, let ticks = Double(fields[20])
        else { return nil }
        return booted + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }()

    // RUSAGE_SELF, whose type in glibc's header differs from the function's parameter.
    private static let itself: Int32 = 0

    private static var cpuSeconds: Double? {
        var usage = rusage()
        guard unsafe getrusage(itself, &usage) == 0 else { return nil }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }

    /// The resident memory, on Linux only: the second number of /proc/self/statm, in pages.
    private static var residentBytes: Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}
