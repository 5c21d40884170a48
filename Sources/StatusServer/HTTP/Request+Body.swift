internal import Foundation
internal import Hummingbird

extension Request {
    /// Whether the content type is JSON.
    var isJSON: Bool {
        let type = headers[.contentType]?.prefix { $0 != ";" } ?? ""
        return type.lowercased().trimmingPrefix { $0 == " " }.prefix { $0 != " " }
            == "application/json"
    }

    /// Reads the body up to a number of bytes.
    ///
    /// - Throws: `APIError` if it is longer or incomplete.
    func body(atMost limit: Int) async throws -> Data {
        let tooLarge = APIError(
            .bodyTooLarge, "the body has more than \(limit) bytes", advice: "send a shorter body")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw tooLarge
        }
        var data = Data()
        do {
            for try await chunk in body {
                data.append(contentsOf: chunk.readableBytesView)
                guard data.count <= limit else { throw tooLarge }
            }
        } catch let error as APIError {
            throw error
        } catch {
            // The client disconnected or timed out, and usually does not receive the response.
            throw APIError(
                .bodyIncomplete, "the body is incomplete", advice: "send it again")
        }
        return data
    }
}
