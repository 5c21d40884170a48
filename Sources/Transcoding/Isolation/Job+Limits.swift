internal import Scheduling

extension Job {
    /// What a child may take for this job on an upload.
    func limits(on upload: Upload) -> WorkLimits {
        WorkLimits(peakMemory: peakMemory, cost: cost, uploadSize: upload.size)
    }
}
