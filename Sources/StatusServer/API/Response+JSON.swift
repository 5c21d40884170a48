internal import Foundation
internal import Hummingbird

extension Response {
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            // Every value is made of text and finite numbers.
            return Response(status: .internalServerError)
        }
        return .text(String(decoding: data, as: UTF8.self), "application/json", status: status)
    }

    static func text(
        _ text: String, _ type: String, status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
