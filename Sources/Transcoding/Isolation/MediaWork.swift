internal import MediaUnits
internal import Sandbox

/// Work on media, which may run in a sandbox process.
protocol MediaWork: SandboxWork where Failure == WorkFailure {}

extension MediaWork {
    static func failure(for error: any Error) -> WorkFailure { WorkFailure(error) }
}

/// Work that reads an upload: the first of its files.
protocol UploadMediaWork: MediaWork {
    /// Codecs that are decoded.
    var formats: FormatSet { get }

    func run(on upload: Upload, in context: SandboxContext) throws -> Output
}

extension UploadMediaWork {
    func run(in context: SandboxContext) throws -> Output {
        try run(on: Upload(descriptor: context.files[0], formats: formats), in: context)
    }
}

/// Every kind of work that sandbox processes know.
enum MediaKinds {
    static let all: [any SandboxWork.Type] = [
        ProbeWork.self, PlanWork.self, NodeWork.self, AudioWork.self, CopyWork.self,
        QualityWork.self, RemuxWork.self, TransportWork.self, TransportAudioWork.self,
        ThumbnailWork.self, MeasureWork.self,
    ]
}
