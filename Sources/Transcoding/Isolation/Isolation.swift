internal import LibAV
public import Sandbox

/// Where media is read, planned and written.
public enum Isolation: Sendable {
    /// In this process: for tests and debuggers.
    case none

    /// In sandbox processes: a crash, a hang, a bomb or a break-in there fails one upload, and never the run.
    ///
    /// One that gives no sign of life for `stallTimeout` seconds is ended; chosen far above the few that an encoder takes for its
    /// last frames in silence.
    case sandbox(SandboxLauncher, stallTimeout: Int = 120)
}

extension Isolation {
    /// Starts the server of sandbox processes; to be called first of all, before there is a second thread.
    ///
    /// - Throws: `SandboxError`.
    public static func startServer() throws(SandboxError) -> SandboxServer {
        try SandboxServer.start(MediaKinds.all) { LibAVProcess.prepare(logger: $0) }
    }

    /// Serves as a sandbox process, in a program that was started with `SandboxProcess.argument`.
    public static func serve() -> Never {
        SandboxProcess.serve(MediaKinds.all) { LibAVProcess.prepare(logger: $0) }
    }

    /// Keeps sandbox processes and other programs of the same user from reading this process's environment and memory.
    ///
    /// It then leaves no core dump, and only root can attach a debugger.
    ///
    /// - Returns: Whether that could be done.
    public static func forbidInspection() -> Bool { SandboxRunner.forbidInspection() }

    /// CPU seconds that sandbox processes of this process took until now, those that have ended.
    public static var sandboxCPUSeconds: Double { MediaRunner.totalCPUSeconds }
}
