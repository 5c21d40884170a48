internal import Hummingbird
internal import JobModel

extension APIError {
    /// A submission that makes no job.
    init(_ error: SubmissionRefusal) {
        self.init(
            status: .unprocessableContent, code: error.code, message: error.message,
            advice: error.advice)
    }

    /// A path of a submission that is refused.
    init(_ refusal: PathRefusal, field: String) {
        switch refusal {
        case .invalid:
            self.init(
                .badField, "\(field): no path of a file", advice: "give one of at most 4096 bytes")
        case .outside:
            self.init(
                .outsideRoot, "\(field): not below the server's root",
                advice: "name it from the root on, without \"..\"")
        case .link:
            self.init(
                .outsideRoot, "\(field): a link stands in its path",
                advice: "name the place that the link leads to, if it is below the root")
        case .missing:
            self.init(.noSuchUpload, "\(field): there is no such file", advice: "upload it first")
        case .notAFile:
            self.init(.noSuchUpload, "\(field): no regular file", advice: "name one file")
        case .notAFolder:
            self.init(.badField, "\(field): no folder", advice: "name a folder, or one to be made")
        }
    }
}
