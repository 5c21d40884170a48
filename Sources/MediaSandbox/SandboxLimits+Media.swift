package import MediaModel
package import Sandbox
internal import Scheduling

/// Limits far above the needs of legitimate work: they end runaway processes, and reject no upload that could be transcoded.
extension SandboxLimits {
    /// The limits for work with a stated peak and an expected cost.
    ///
    /// - Parameters:
    ///   - peakMemory: Bytes. The limit is twice as much and 512 MiB, chosen because stacks and the allocator's arenas were
    ///     measured as 100 MB more than the touched memory.
    ///   - cost: CPU seconds. The limit is a hundredfold and ten minutes, chosen because presets range from `ultrafast` to
    ///     `placebo`, and hosts may be slower and sources harder to decode than those of the measurement.
    ///   - uploadSize: Bytes. A copy is about as large, and an encoded file is smaller than 1 GiB; sixteen times both was
    ///     chosen as far more than all files together.
    ///   - outputSize: Bytes of the output as JSON.
    package init(peakMemory: Int, cost: Double, uploadSize: Int, outputSize: Int = 1 << 24) {
        // Sparse files can have any size.
        let fileSize = 2 * min(uploadSize, 1 << 50) + (1 << 30)
        self.init(
            memory: 2 * peakMemory + Self.reservedMemory,
            cpuSeconds: 600 + Int(min(cost, 1e7) * 100), fileSize: fileSize,
            folderSize: 16 * fileSize, outputSize: outputSize)
    }

    /// Memory that is only reserved, beyond that of the work, in bytes.
    private static let reservedMemory = 512 << 20

    /// Reduces the limits to the budget that is left for the upload, and to the limits of this process.
    ///
    /// - Throws: `UploadError` with the code `tooMuchTime` if no time is left.
    package func within(_ budget: WorkBudget, _ upload: Upload) throws(UploadError) -> SandboxLimits
    {
        guard let left = budget.cpuSecondsLeft else {
            throw SandboxError.tooMuchTime.uploadError(upload.name)
        }
        return SandboxLimits(
            memory: min(
                memory, budget.memory + Self.reservedMemory, SandboxRunner.largestMemoryLimit),
            cpuSeconds: min(cpuSeconds, left), fileSize: fileSize,
            folderSize: min(folderSize, budget.folderSize), folderFiles: folderFiles,
            outputSize: outputSize)
    }
}

extension Job {
    /// The limits of a sandbox process for this job on an upload; `outputSize` in bytes of JSON.
    package func limits(on upload: Upload, outputSize: Int = 1 << 24) -> SandboxLimits {
        SandboxLimits(
            peakMemory: peakMemory, cost: cost, uploadSize: upload.size, outputSize: outputSize)
    }
}
