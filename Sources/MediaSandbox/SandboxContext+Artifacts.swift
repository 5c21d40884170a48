package import Sandbox
package import Storage
internal import SystemPackage

extension SandboxContext {
    /// Opens the folder of finished artifacts, by a copy of its descriptor that closes with the folder.
    ///
    /// - Throws: `WorkError.internalError` if the grant has none; `StorageError`.
    package func openArtifacts() throws -> OpenFolder {
        guard let artifacts else { throw WorkError.internalError("no folder of artifacts") }
        return try OpenFolder(descriptor: artifacts, path: "artifacts")
    }
}
