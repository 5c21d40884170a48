internal import Conformance
internal import Encoding
internal import LibAV
public import MediaSandbox
internal import Packaging
internal import Probing
public import Sandbox

extension SandboxMode {
    /// Starts the fork server; must be the first call of the program, before there is a second thread.
    ///
    /// - Throws: `SandboxError.startedLate` if it is not; `SandboxError`.
    public static func startServer() throws(SandboxError) -> SandboxServer {
        try SandboxServer.start(MediaKinds.all) { LibAVProcess.prepare(logger: $0) }
    }

    /// Serves as a sandbox process, in a program that was started with `SandboxProcess.argument`.
    public static func serve() -> Never {
        SandboxProcess.serve(MediaKinds.all) { LibAVProcess.prepare(logger: $0) }
    }

    /// Prevents sandbox processes and other programs of the same user from reading this process's environment and memory.
    ///
    /// Afterwards the process writes no core dump, and only root can attach a debugger.
    ///
    /// - Returns: Whether the system supports it.
    package static func forbidInspection() -> Bool { SandboxRunner.forbidInspection() }

    /// The CPU time of all sandbox processes that have exited, in seconds.
    package static var sandboxCPUSeconds: Double { MediaRunner.totalCPUSeconds }
}

/// All kinds of work that are registered for sandbox processes.
enum MediaKinds {
    static let all: [any SandboxWork.Type] = [
        ProbeWork.self, PlanWork.self, ChunkWork.self, AudioWork.self,
        SourceLoudnessWork.self, EncodedLoudnessWork.self, CopyWork.self,
        QualityWork.self, RemuxWork.self, TransportWork.self, TransportAudioWork.self,
        ThumbnailWork.self, MeasureWork.self, ProbeEncodePlanWork.self, ProbeEncodeWork.self,
        SegmentWork.self, DecodeWork.self,
    ]
}
