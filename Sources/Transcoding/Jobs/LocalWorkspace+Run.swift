internal import MediaSandbox
internal import Storage

extension LocalWorkspace {
    /// Does the work, and removes the folder at the end.
    ///
    /// What is finished is kept for the next run where that can go on: after an interruption, and when the machine or the
    /// output is at fault, not the upload.
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
