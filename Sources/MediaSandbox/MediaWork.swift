package import MediaUnits
package import Sandbox

/// Work on media, which may run in a sandbox process.
package protocol MediaWork: SandboxWork where Failure == WorkError {}

extension MediaWork {
    package static func failure(for error: any Error) -> WorkError { WorkError(error) }
}

/// Work that reads an upload: the first of its files.
package protocol UploadMediaWork: MediaWork {
    /// Codecs that are decoded.
    var formats: FormatSet { get }

    func run(on upload: Upload, in context: SandboxContext) throws -> Output
}

extension UploadMediaWork {
    package func run(in context: SandboxContext) throws -> Output {
        try run(on: Upload(descriptor: context.files[0], formats: formats), in: context)
    }
}
