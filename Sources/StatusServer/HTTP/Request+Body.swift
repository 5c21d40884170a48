internal import Foundation
internal import Hummingbird

extension Request {
    /// Whether it says that its body is JSON.
    var isJSON: Bool {
        let type = headers[.contentType]?.prefix { $0 != ";" } ?? ""
        return type.lowercased().trimmingPrefix { $0 == " " }.prefix { $0 != " " }
            == "application/json"
    }

    /// Reads the body, which has at most so many bytes.
    ///
    /// - Throws: `APIError` if it is longer, or does not come to its end.
    func body(atMost limit: Int) async throws -> Data {
        let tooLarge = APIError(
            .bodyTooLarge, "the body has more than \(limit) bytes", advice: "send less")
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
            // The client went away, or was too slow: no fault of the server, and mostly nobody to tell it.
            throw APIError(
                .bodyIncomplete, "the body did not come to its end", advice: "send it again")
        }
        return data
    }
}
