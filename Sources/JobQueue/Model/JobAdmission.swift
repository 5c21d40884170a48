/// Whether a job's tasks may run; the numbers are stored and never change.
public enum JobAdmission: Int, Sendable {
    /// The tasks may run.
    case ready = 0
    /// The job was submitted with a delay that has not passed.
    case delayed = 1
    /// The job waits because its tenant runs as many jobs as it may.
    case held = 2
}
