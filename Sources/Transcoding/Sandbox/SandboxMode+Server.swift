internal import Encoding
internal import LibAV
public import MediaSandbox
internal import Packaging
internal import Probing
public import Sandbox

extension SandboxMode {
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

/// Every kind of work that sandbox processes know.
enum MediaKinds {
    static let all: [any SandboxWork.Type] = [
        ProbeWork.self, PlanWork.self, ChunkWork.self, AudioWork.self, CopyWork.self,
        QualityWork.self, RemuxWork.self, TransportWork.self, TransportAudioWork.self,
        ThumbnailWork.self, MeasureWork.self,
    ]
}
