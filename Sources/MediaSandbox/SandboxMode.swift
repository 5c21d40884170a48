public import Sandbox

/// Where media is read, planned and written.
public enum SandboxMode: Sendable {
    /// In this process: for tests and debuggers.
    case none

    /// In sandbox processes: a crash, a hang, a bomb or a break-in there fails one upload, and never the run.
    ///
    /// One that gives no sign of life for `stallTimeout` seconds is ended; chosen far above the few that an encoder takes for its
    /// last frames in silence.
    case sandbox(SandboxLauncher, stallTimeout: Int = 120)
}
