package import MediaModel
package import Sandbox
internal import Scheduling

/// Far above what honest work needs: limits end what has run wild, and never decide what is good.
extension SandboxLimits {
    /// The limits for work with a stated peak and an expected cost.
    ///
    /// - Parameters:
    ///   - peakMemory: Bytes; twice of it and 512 MiB are given, where the system gives us as much, chosen because stacks
    ///     and the allocator's arenas came to 100 MB more than was touched where it was measured.
    ///   - cost: CPU seconds; chosen a hundredfold, because presets go from `ultrafast` to `placebo`, and machines may be
    ///     slower and sources harder to decode than where costs were measured; and ten minutes more.
    ///   - uploadSize: Bytes; a copy is about as large, what is encoded is smaller than 1 GiB a file, and sixteen times of both
    ///     is far more than all files together have.
    ///   - outputSize: Bytes.
    package init(peakMemory: Int, cost: Double, uploadSize: Int, outputSize: Int = 1 << 24) {
        // Sparse files have any size.
        let fileSize = 2 * min(uploadSize, 1 << 50) + (1 << 30)
        self.init(
            memory: 2 * peakMemory + Self.reservedMemory,
            cpuSeconds: 600 + Int(min(cost, 1e7) * 100), fileSize: fileSize,
            folderSize: 16 * fileSize, outputSize: outputSize)
    }

    /// Bytes above what the work holds, for what is only reserved.
    private static let reservedMemory = 512 << 20

    /// The same, but no more than is left to the upload, and than this process was given itself.
    ///
    /// - Throws: `UploadError`, `tooMuchTime` if no time is left.
    package func within(_ budget: WorkBudget, _ upload: Upload) throws(UploadError) -> SandboxLimits
    {
        guard let left = budget.cpuSecondsLeft else {
            throw SandboxError.tooMuchTime.uploadError(upload.path)
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
    /// What a sandbox process may take for this job on an upload.
    package func limits(on upload: Upload, outputSize: Int = 1 << 24) -> SandboxLimits {
        SandboxLimits(
            peakMemory: peakMemory, cost: cost, uploadSize: upload.size, outputSize: outputSize)
    }
}
