internal import Hummingbird
internal import JobModel

extension APIError {
    /// The error of a submission that does not become a job.
    init(_ error: SubmissionError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case .badPreset, .noSuchUpload: .unprocessableContent
            case .unresponsiveStore: .serviceUnavailable
            }
        self.init(
            status: status, code: error.code.rawValue, message: error.message,
            advice: error.advice)
        cause = error
    }

    /// The error of a submission whose query is not encrypted.
    init(_ error: SecretKeyError) {
        self.init(
            status: .unprocessableContent, code: error.code.rawValue, message: error.message,
            advice: error.advice)
        cause = error
    }

    /// The error of a submission beyond a limit.
    init(_ error: SubmissionLimitError) {
        switch error {
        case .tooManySubmissions(let seconds):
            self.init(
                .tooManySubmissions, "too many submissions wait for their uploads to be read",
                advice:
                    "submit it again in \(seconds) s, or with a key, so that the upload is not read"
            )
            headers[.retryAfter] = "\(seconds)"
        case .tooManyBytes(let size, let limit):
            self.init(
                .tooManyBytes, "upload: it has \(size), more than the preset's \(limit)",
                advice: "upload a smaller file, or use another preset")
        }
    }

    private static func noSuchUpload(_ message: String, advice: String) -> APIError {
        APIError(SubmissionError(.noSuchUpload, message: message, advice: advice))
    }

    /// The error of a path in a submission.
    init(_ error: MediaPathError, field: String) {
        switch error {
        case .invalid:
            self.init(
                .badField, "\(field): not a path", advice: "give a path of at most 4096 bytes")
        case .invalidURL:
            self.init(
                .outsideRoot, "\(field): not a URL of a file on a web server",
                advice: "give an https URL with a host and without a user")
        case .outside:
            self.init(
                .outsideRoot, "\(field): outside of the media root",
                advice:
                    "give a path or a key relative to the media root, without \"..\", or an https URL"
            )
        case .link:
            self.init(
                .outsideRoot, "\(field): the path contains a symbolic link",
                advice: "give the path of the link's target, if it is below the media root")
        case .missing:
            self = .noSuchUpload("\(field): there is no such file", advice: "upload it first")
        case .notAnObject:
            self = .noSuchUpload("\(field): not an object", advice: "name an object")
        case .notAFile:
            self = .noSuchUpload("\(field): not a regular file", advice: "name a regular file")
        case .notAFolder:
            self.init(
                .badField, "\(field): not a folder",
                advice: "name a folder, or one that can be created")
        }
    }
}
