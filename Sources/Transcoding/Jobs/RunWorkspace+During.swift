internal import MediaSandbox
internal import Storage

extension RunWorkspace {
    /// Executes the body, and removes the workspace at the end.
    ///
    /// Artifacts are retained for the next run after an interruption, and after errors of the host or of the output.
    ///
    /// - Parameters:
    ///   - discard: Removes what the body has written to the package; called after other errors.
    ///   - body: The work.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    func during<Result>(
        discarding discard: () throws -> Void = {}, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body()
            try? remove()
            return result
        } catch {
            if !UploadErrorMapping.isWorthContinuing(error) {
                try? discard()
                try? remove()
            }
            throw error
        }
    }
}
