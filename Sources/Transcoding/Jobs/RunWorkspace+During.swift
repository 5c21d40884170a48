internal import MediaSandbox
internal import Storage

extension RunWorkspace {
    /// Executes the body, and removes the workspace at the end.
    ///
    /// Artifacts are retained for the next run after an interruption, and after errors of the host or of the output.
    func during<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            try? remove()
            return result
        } catch {
            if !UploadErrorMapping.isWorthContinuing(error) { try? remove() }
            throw error
        }
    }
}
