internal import MediaModel

extension Upload {
    /// Executes a body, and converts `ArtifactError` into an error of this upload.
    package func plausible<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ArtifactError {
            throw UploadError.implausible(error.message, self)
        }
    }
}
