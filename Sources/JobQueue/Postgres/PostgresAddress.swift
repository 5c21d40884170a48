internal import CLibPQ
internal import Foundation

/// Where a PostgreSQL server is and how to speak to it, as libpq takes it.
struct PostgresAddress: Sendable {
    /// The schema that the queue's tables live in, unless the URL says another.
    static let standardSchema = "vtranscode"

    /// scheme://user@host:port/database, for messages: never with a password.
    let name: String
    /// What libpq is told, by its names.
    let parameters: [String: String]
    let schema: String

    /// Reads a URL as libpq does, and besides `?schema=NAME`.
    ///
    /// - Throws: `QueueError.badURL`.
    init(_ url: String) throws {
        let (url, schema) = Self.separated(url)
        var parameters = try Self.parsed(url)
        self.schema = schema ?? Self.standardSchema
        guard Self.isPlain(self.schema) else {
            throw Self.refusal("its schema's name is not made of a to z, 0 to 9 and _")
        }
        name = Self.name(parameters, schema: schema)
        // What the URL leaves open: find out in seconds that a server is gone, and never stay at one that only reads.
        let defaults = [
            "connect_timeout": "5", "tcp_user_timeout": "15000", "keepalives_idle": "15",
            "keepalives_interval": "5", "keepalives_count": "3",
            "target_session_attrs": "read-write", "application_name": "vtranscode",
        ]
        parameters.merge(defaults) { given, _ in given }
        parameters["client_encoding"] = "UTF8"
        self.parameters = parameters
    }

    /// The parameters of each host alone, in their order.
    ///
    /// libpq would go from one host to the next by itself, but never leave one that says nothing at all while we wait for it.
    var hosts: [[String: String]] {
        let lists = ["host", "hostaddr", "port"].compactMap { key in
            parameters[key].map { list in
                (key: key, values: list.split(separator: ",", omittingEmptySubsequences: false))
            }
        }
        let count = lists.map(\.values.count).max() ?? 1
        return (0..<count).map { index in
            var one = parameters
            // One port serves all hosts; an empty one is the standard.
            for list in lists where list.values.count > 1 {
                let value = index < list.values.count ? String(list.values[index]) : ""
                one[list.key] = value.isEmpty ? nil : value
            }
            return one
        }
    }

    /// Seconds that connecting to a host may take.
    var connectTimeout: Double {
        let seconds = parameters["connect_timeout"].flatMap(Double.init) ?? 0
        return seconds > 0 ? seconds : 60
    }

    /// Takes `schema=NAME` out of a URL's query, as libpq would refuse it.
    private static func separated(_ url: String) -> (url: String, schema: String?) {
        guard let mark = url.lastIndex(of: "?") else { return (url, nil) }
        var schema: String?
        let others = url[url.index(after: mark)...].split(separator: "&").filter { part in
            guard part.hasPrefix("schema=") else { return true }
            schema = String(part.dropFirst("schema=".count))
            return false
        }
        guard schema != nil else { return (url, nil) }
        let query = others.isEmpty ? "" : "?" + others.joined(separator: "&")
        return (url[..<mark] + query, schema)
    }

    private static func parsed(_ url: String) throws -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(url, &message) else {
            let text = unsafe message.map { unsafe String(cString: $0) } ?? "out of memory"
            unsafe PQfreemem(message)
            // What libpq quotes may be the password, but for a parameter's name.
            let isName = text.hasPrefix("invalid URI query parameter")
            let reason = isName ? text[...] : text.prefix { $0 != "\"" }
            throw refusal(reason.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        defer { unsafe PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe parameters[String(cString: keyword)] = String(cString: value)
            }
            unsafe option += 1
        }
        return parameters
    }

    private static func name(_ parameters: [String: String], schema: String?) -> String {
        let user = parameters["user"].map { $0 + "@" } ?? ""
        let host = parameters["host"] ?? parameters["hostaddr"] ?? ""
        let port = parameters["port"].map { ":" + $0 } ?? ""
        let query = schema.map { "?schema=" + $0 } ?? ""
        return "postgresql://\(user)\(host)\(port)/\(parameters["dbname"] ?? "")\(query)"
    }

    private static func isPlain(_ schema: String) -> Bool {
        let letters = Set("abcdefghijklmnopqrstuvwxyz_")
        guard let first = schema.first, letters.contains(first), schema.utf8.count <= 63 else {
            return false
        }
        return schema.allSatisfy { letters.contains($0) || "0123456789".contains($0) }
    }

    private static func refusal(_ reason: String) -> QueueError {
        QueueError(
            .badURL, "postgresql:", reason,
            advice: "write postgresql://USER@HOST:PORT/DATABASE, special letters as %XX")
    }
}
