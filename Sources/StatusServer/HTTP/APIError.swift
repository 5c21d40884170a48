internal import Errors
internal import Hummingbird
internal import JobQueue

/// The error of a request, in the form for clients.
struct APIError: CodedError, Sendable {
    /// The codes of errors that only the API has.
    enum OwnCode: String, CaseIterable, Sendable {
        case notFound = "NOT_FOUND"
        case methodNotAllowed = "METHOD_NOT_ALLOWED"
        case unauthorized = "UNAUTHORIZED"
        case forbidden = "FORBIDDEN"
        case wrongHost = "WRONG_HOST"
        case wrongOrigin = "WRONG_ORIGIN"
        case bodyTooLarge = "BODY_TOO_LARGE"
        case bodyIncomplete = "BODY_INCOMPLETE"
        case wrongType = "WRONG_TYPE"
        case notJSON = "NOT_JSON"
        case badField = "BAD_FIELD"
        case unknownField = "UNKNOWN_FIELD"
        case badParameter = "BAD_PARAMETER"
        case submittingOff = "SUBMITTING_OFF"
        case outsideRoot = "OUTSIDE_ROOT"
        case tooManyBytes = "TOO_MANY_BYTES"
        case tooManySubmissions = "TOO_MANY_SUBMISSIONS"
        case clientDisconnected = "CLIENT_DISCONNECTED"
        case unresponsiveFiles = "SILENT_FILES"
        case shuttingDown = "SERVER_ENDING"
        case internalError = "SERVER_FAULT"

        var status: HTTPResponse.Status {
            switch self {
            case .notFound: .notFound
            case .methodNotAllowed: .methodNotAllowed
            case .unauthorized: .unauthorized
            case .wrongHost: .misdirectedRequest
            case .forbidden, .wrongOrigin, .submittingOff, .outsideRoot: .forbidden
            case .bodyTooLarge: .contentTooLarge
            case .wrongType: .unsupportedMediaType
            case .bodyIncomplete, .clientDisconnected, .notJSON, .badField, .unknownField,
                .badParameter:
                .badRequest
            case .tooManyBytes: .unprocessableContent
            case .tooManySubmissions, .unresponsiveFiles, .shuttingDown: .serviceUnavailable
            case .internalError: .internalServerError
            }
        }
    }

    let status: HTTPResponse.Status
    let code: RecordedCode
    let message: String
    let advice: String
    /// The error that led to this one; it is not sent to clients.
    var cause: (any Error)?
    var headers: HTTPFields = [:]

    init(_ code: OwnCode, _ message: String, advice: String) {
        self.init(status: code.status, code: code.rawValue, message: message, advice: advice)
    }

    init(status: HTTPResponse.Status, code: String, message: String, advice: String) {
        self.status = status
        self.code = RecordedCode(code)
        self.message = message
        self.advice = advice
    }

    static let notFound = APIError(
        .notFound, "there is no such resource", advice: "see docs/openapi.yaml")

    static let noSuchJob = APIError(
        status: .notFound, code: QueueError.Code.noSuchJob.rawValue,
        message: "there is no such job", advice: APIRemedy.advice(for: .noSuchJob))

    /// The error of the queue; clients receive neither the queue's URL nor messages of its server.
    init(_ error: QueueError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case .badRequest: .badRequest
            case .noSuchJob: .notFound
            case .notFailed: .conflict
            case .tenantFull: .tooManyRequests
            case .unreachable, .full, .refused, .tooNew, .corrupt: .serviceUnavailable
            case .badURL, .internalError: .internalServerError
            }
        let message =
            switch error.code {
            case .noSuchJob: Self.noSuchJob.message
            case .unreachable: "the queue does not respond"
            case .full, .refused, .tooNew, .corrupt, .badURL, .internalError:
                "the queue is unavailable"
            case .badRequest, .notFailed, .tenantFull: "\(error.subject): \(error.message)"
            }
        self.init(
            status: status, code: error.code.rawValue, message: message,
            advice: APIRemedy.advice(for: error))
        cause = error
    }

    var response: Response {
        struct Body: Encodable {
            struct Error: Encodable {
                let code: String
                let message: String
                let advice: String
            }
            let error: Error
        }
        var response = Response.json(
            Body(error: .init(code: code.rawValue, message: message, advice: advice)),
            status: status)
        for field in headers { response.headers.append(field) }
        return response
    }
}
