package import Sandbox
package import Storage

extension SandboxContext {
    /// The folder of finished artifacts.
    package func openArtifacts() throws -> OpenFolder {
        guard let artifacts else { throw WorkError.fault("no folder of artifacts") }
        return try OpenFolder(descriptor: artifacts, path: "artifacts")
    }
}
