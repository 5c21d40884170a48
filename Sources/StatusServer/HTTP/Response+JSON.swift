internal import Hummingbird
internal import JobModel

extension Response {
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        guard let text = try? PayloadJSON.text(value) else {
            // Values contain only texts and finite numbers.
            return Response(status: .internalServerError)
        }
        return .text(text, "application/json", status: status)
    }

    static func text(
        _ text: String, _ type: String, status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
