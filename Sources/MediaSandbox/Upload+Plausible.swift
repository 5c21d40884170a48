internal import MediaModel

extension Upload {
    /// Turns an implausible artifact into an error of this upload.
    package func plausible<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ArtifactError {
            throw UploadError.implausible(error.description, self)
        }
    }
}
