public import Sandbox

/// The processes in which media is read and written.
public enum SandboxMode: Sendable {
    /// This process: for tests and debuggers.
    case none

    /// Sandbox processes: a crash, a hang, a decompression bomb or an exploit fails one upload, and never the run.
    ///
    /// A process without a liveness signal for `stallTimeout` seconds is ended; chosen far above the few seconds that an
    /// encoder takes for its last frames without one.
    case sandbox(SandboxLauncher, stallTimeout: Int = 120)
}
