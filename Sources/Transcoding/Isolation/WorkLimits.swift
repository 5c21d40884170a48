internal import CPlatform

/// What a child process may take for one piece of work.
///
/// Far above what honest work needs: these end what has run wild, and never decide what is good.
struct WorkLimits: Codable, Sendable {
    /// Bytes of private writable memory, stacks included.
    let memory: Int
    /// Seconds of all cores together.
    let cpuSeconds: Int
    /// Bytes of the largest file that it writes.
    let fileSize: Int

    /// The limits for work with a stated peak and an expected cost.
    ///
    /// - Parameters:
    ///   - peakMemory: Bytes; twice of it and 512 MiB are given, where the system gives us as much, chosen because stacks
    ///     and the allocator's arenas came to 100 MB more than was touched where it was measured.
    ///   - cost: CPU seconds; chosen a hundredfold, because presets go from `ultrafast` to `placebo`, and machines may be
    ///     slower and sources harder to decode than where costs were measured; and ten minutes more.
    ///   - uploadSize: Bytes; a copy is about as large, what is encoded is smaller than 1 GiB a file.
    init(peakMemory: Int, cost: Double, uploadSize: Int) {
        memory = 2 * peakMemory + Self.reservedMemory
        cpuSeconds = 600 + Int(min(cost, 1e9) * 100)
        fileSize = 2 * uploadSize + (1 << 30)
    }

    private init(memory: Int, cpuSeconds: Int, fileSize: Int) {
        self.memory = memory
        self.cpuSeconds = cpuSeconds
        self.fileSize = fileSize
    }

    /// Bytes above what the work holds, for what is only reserved.
    private static let reservedMemory = 512 << 20

    /// The same, but no more than is left to the upload, and than this process was given itself.
    ///
    /// - Throws: `UploadError`, `tooMuchTime` if no time is left.
    func within(_ budget: WorkBudget, _ upload: Upload) throws(UploadError) -> WorkLimits {
        guard let left = budget.cpuSecondsLeft else {
            throw WorkerEnd.tooMuchTime.error(upload.path)
        }
        return WorkLimits(
            memory: min(
                memory, budget.memory + Self.reservedMemory,
                Int(clamping: vt_largest_memory_limit())),
            cpuSeconds: min(cpuSeconds, left), fileSize: fileSize)
    }
}
