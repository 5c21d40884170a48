internal import CLibPQ
internal import Foundation

/// The address of a PostgreSQL server, as connection parameters of libpq.
struct PostgresAddress: Sendable {
    /// The schema of the queue's tables, unless the URL names another.
    static let standardSchema = "vtranscode"

    /// The URL for messages: postgresql://user@host:port/database, never with a password.
    let name: String
    /// The connection parameters, by libpq's names.
    let parameters: [String: String]
    let schema: String

    /// Parses a URL as libpq does; in addition, `?schema=NAME` is accepted.
    ///
    /// - Throws: `QueueError.badURL`.
    init(_ url: String) throws {
        let (url, schema) = Self.separated(url)
        var parameters = try Self.parsed(url)
        self.schema = schema ?? Self.standardSchema
        guard Self.isPlain(self.schema) else {
            throw Self.error(
                "the schema's name contains characters other than a to z, 0 to 9 and _")
        }
        name = Self.name(parameters, schema: schema)
        // Defaults: detect an unreachable server within seconds, and do not connect to a standby.
        let defaults = [
            "connect_timeout": "5", "tcp_user_timeout": "15000", "keepalives_idle": "15",
            "keepalives_interval": "5", "keepalives_count": "3",
            "target_session_attrs": "read-write", "application_name": "vtranscode",
        ]
        parameters.merge(defaults) { given, _ in given }
        parameters["client_encoding"] = "UTF8"
        self.parameters = parameters
    }

    /// The parameters for each host, in the order of the URL.
    ///
    /// libpq tries the hosts of a list itself, but not the next one while one accepts connections and never responds.
    var hosts: [[String: String]] {
        let lists = ["host", "hostaddr", "port"].compactMap { key in
            parameters[key].map { list in
                (key: key, values: list.split(separator: ",", omittingEmptySubsequences: false))
            }
        }
        let count = lists.map(\.values.count).max() ?? 1
        return (0..<count).map { index in
            var host = parameters
            // A single port applies to all hosts; an empty one is the default.
            for list in lists where list.values.count > 1 {
                let value = index < list.values.count ? String(list.values[index]) : ""
                host[list.key] = value.isEmpty ? nil : value
            }
            return host
        }
    }

    /// The timeout for connecting to a host, in seconds.
    var connectTimeout: Double {
        let seconds = parameters["connect_timeout"].flatMap(Double.init) ?? 0
        return seconds > 0 ? seconds : 60
    }

    /// Removes `schema=NAME` from a URL's query, which libpq rejects.
    private static func separated(_ url: String) -> (url: String, schema: String?) {
        guard let queryStart = url.lastIndex(of: "?") else { return (url, nil) }
        var schema: String?
        let others = url[url.index(after: queryStart)...].split(separator: "&").filter { part in
            guard part.hasPrefix("schema=") else { return true }
            schema = String(part.dropFirst("schema=".count))
            return false
        }
        guard schema != nil else { return (url, nil) }
        let query = others.isEmpty ? "" : "?" + others.joined(separator: "&")
        return (url[..<queryStart] + query, schema)
    }

    private static func parsed(_ url: String) throws -> [String: String] {
        var details: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(url, &details) else {
            let text = unsafe details.map { unsafe String(cString: $0) } ?? "out of memory"
            unsafe PQfreemem(details)
            // The quoted text may be the password, except for a parameter's name.
            let isName = text.hasPrefix("invalid URI query parameter")
            let message = isName ? text[...] : text.prefix { $0 != "\"" }
            throw error(message.trimmingCharacters(in: .whitespacesAndNewlines))
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

    private static func error(_ message: String) -> QueueError {
        QueueError(
            .badURL, "postgresql:", message,
            advice: "write postgresql://USER@HOST:PORT/DATABASE, special characters as %XX")
    }
}
