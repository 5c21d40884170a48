internal import Dispatch
internal import Scheduling
internal import Storage
internal import Synchronization
internal import SystemPackage
internal import Transcoding

/// Checks the free space of output folders.
final class OutputSpaceMonitor: Sendable {
    /// A measurement of a folder that may not have ended.
    private final class Measurement: Sendable {
        let start = ContinuousClock.now
        let end = Latch()
        /// The free space in bytes; `nil` if it could not be measured.
        let freeBytes = Mutex<Int64?>(nil)
    }
    /// The threads of measurements: a file server that does not respond blocks only them.
    private static let queue = DispatchQueue(label: "vtranscode.outputs", attributes: .concurrent)

    /// The required free space, in bytes.
    private let minimum: Int64
    /// The time of the last task for each folder.
    private let outputs = Mutex<[FilePath: ContinuousClock.Instant]>([:])
    private let measurements = Mutex<[FilePath: Measurement]>([:])
    /// The time after its last task for which a folder is considered.
    private let retention: Duration
    /// The time after its start for which a measurement is awaited, by any number of callers.
    private let timeout: Duration
    private let measure: @Sendable (FilePath) throws -> Int64

    init(
        minimum: Int64, retention: Duration = .seconds(60), timeout: Duration = .seconds(5),
        measure: @escaping @Sendable (FilePath) throws -> Int64 = { try OutputSpace.freeBytes($0) }
    ) {
        self.minimum = minimum
        self.retention = retention
        self.timeout = timeout
        self.measure = measure
    }

    /// Returns the reason why no task for an output should start; `nil` if there is enough space, or the output is no folder.
    func shortage(of output: Location) async -> String? {
        guard let output = output.path else { return nil }
        outputs.withLock { $0[output] = .now }
        return await shortage(ofAll: [output])
    }

    /// Returns whether a folder has too little space, without considering it an output folder of tasks.
    func isShort(_ output: Location) async -> Bool {
        guard let output = output.path else { return false }
        return await freeBytes(output).map { $0 < minimum } ?? false
    }

    /// Returns the reason why no task should start: all output folders of the last minute are full.
    ///
    /// One full disk does not delay tasks for others. After a minute one task is claimed again, because tasks for other folders
    /// may follow it.
    func shortage() async -> String? {
        let recent = outputs.withLock { outputs in
            outputs = outputs.filter { $0.value.duration(to: .now) < retention }
            return outputs.keys.sorted { $0.string < $1.string }
        }
        return await shortage(ofAll: recent)
    }

    private func shortage(ofAll outputs: [FilePath]) async -> String? {
        var found: String?
        for output in outputs {
            // The tasks themselves report a folder that cannot be measured.
            guard let free = await freeBytes(output), free < minimum else { return nil }
            // Without the exact number, so that the text is the same each time.
            found = found ?? "\(output) has less than \(minimum / 1_000_000) MB free"
        }
        return found
    }

    /// Measures a folder; concurrent calls use the same measurement.
    ///
    /// - Returns: `nil` if the measurement fails or takes too long.
    private func freeBytes(_ output: FilePath) async -> Int64? {
        let (measurement, isNew) = measurements.withLock { measurements in
            if let running = measurements[output] { return (running, false) }
            let new = Measurement()
            measurements[output] = new
            return (new, true)
        }
        if isNew { Self.queue.async { self.run(measurement, of: output) } }
        _ = await measurement.end.wait(until: measurement.start + timeout)
        return measurement.freeBytes.withLock(\.self)
    }

    private func run(_ measurement: Measurement, of output: FilePath) {
        let free = try? measure(output)
        measurement.freeBytes.withLock { $0 = free }
        measurements.withLock { $0[output] = nil }
        measurement.end.open()
    }
}
