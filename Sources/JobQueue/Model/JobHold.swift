/// Why a job's tasks may not run yet; the numbers stand in stores and never change.
public enum JobHold: Int, Sendable {
    /// They may.
    case none = 0
    /// Its time has not come.
    case scheduled = 1
    /// Its tenant has as many jobs running as it may.
    case tenant = 2
}
