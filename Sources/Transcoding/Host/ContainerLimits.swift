internal import Foundation

/// The limits of this process's container: those of Linux's cgroups; `nil` for no limit.
struct ContainerLimits: Hashable {
    /// The memory, in bytes.
    let memory: Int?
    /// The cores, rounded up, at least 1.
    let cores: Int?

    /// The current limits; none on systems without cgroups.
    static var current: ContainerLimits {
        ContainerLimits { try? String(contentsOfFile: $0, encoding: .utf8) }
    }

    /// Reads the limits.
    ///
    /// - Parameter read: Returns the text of a file; `nil` if it cannot be read.
    init(reading read: (String) -> String?) {
        let folders = Self.folders(of: read("/proc/self/cgroup") ?? "")
        let limits = folders.compactMap { read("\($0)/memory.max").flatMap(Self.bytes) }
        let quotas = folders.compactMap { read("\($0)/cpu.max").flatMap(Self.cores) }
        // Version 1 has the container's own group here.
        let older = read("/sys/fs/cgroup/memory/memory.limit_in_bytes").flatMap(Self.bytes)
        memory = limits.min() ?? older
        cores = quotas.min()
    }

    /// Returns the folders of the process's group and of its ancestors, each of which may limit it.
    ///
    /// The text is that of `/proc/self/cgroup`; version 2 has the line `0::/outer/inner`
    /// (cgroups(7)).
    private static func folders(of text: String) -> [String] {
        let line = text.split(separator: "\n").first { $0.hasPrefix("0::/") }
        guard let line else { return [] }
        let names = line.dropFirst("0::/".count).split(separator: "/")
        return (0...names.count).map { depth in
            (["/sys/fs/cgroup"] + names.prefix(depth).map(String.init)).joined(separator: "/")
        }
    }

    /// Reads bytes or `max`; no limit is a number near 2^63 in version 1.
    private static func bytes(_ text: String) -> Int? {
        guard let value = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            return nil
        }
        return value > 0 && value < 1 << 60 ? value : nil
    }

    /// Reads quota and period in microseconds, `150000 100000`; or `max 100000`.
    private static func cores(_ text: String) -> Int? {
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
        return max(1, (numbers[0] - 1) / numbers[1] + 1)
    }
}
