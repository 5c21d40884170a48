package import MediaUnits
package import Sandbox

/// Work on media, which runs in a sandbox process unless `SandboxMode` is `none`.
package protocol MediaWork: SandboxWork where Failure == WorkError {}

extension MediaWork {
    package static func failure(for error: any Error) -> WorkError { WorkError(error) }
}

/// Work that reads an upload, which is the first file of its grant.
package protocol UploadMediaWork: MediaWork {
    /// The codecs that are decoded.
    var formats: FormatSet { get }

    /// Executes the work on the upload, whose descriptor is a copy that closes with it.
    func run(on upload: Upload, in context: SandboxContext) throws -> Output
}

extension UploadMediaWork {
    package func run(in context: SandboxContext) throws -> Output {
        try run(on: Upload(context, formats: formats), in: context)
    }
}
