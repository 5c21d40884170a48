internal import CLibPQ

/// Values on their way to a server: as text, with their types.
struct PostgresArguments {
    /// 0 leaves it to the server, for a null.
    let types: [Oid]
    /// All of the texts, a zero byte behind each.
    private let bytes: [UInt8]
    /// Where each text begins; `nil` for a null.
    private let starts: [Int?]

    private enum TypeID {
        static let (unspecified, int8, text, float8): (Oid, Oid, Oid, Oid) = (0, 20, 25, 701)
    }

    /// - Throws: `QueueError.badRequest` for a zero byte, which no text of PostgreSQL can have.
    init(_ values: [SQLValue]) throws {
        var (types, bytes, starts): ([Oid], [UInt8], [Int?]) = ([], [], [])
        for value in values {
            let (type, text): (Oid, String?) =
                switch value {
                case .null: (TypeID.unspecified, nil)
                case .integer(let value): (TypeID.int8, String(value))
                case .real(let value): (TypeID.float8, String(value))
                case .text(let value): (TypeID.text, value)
                }
            types.append(type)
            guard let text else {
                starts.append(nil)
                continue
            }
            let start = bytes.count
            bytes.append(contentsOf: text.utf8)
            guard !bytes[start...].contains(0) else {
                throw QueueError(
                    .badRequest, "job", "a text of it has a zero byte, which cannot be kept",
                    advice: "leave out zero bytes")
            }
            starts.append(start)
            bytes.append(0)
        }
        (self.types, self.bytes, self.starts) = (types, bytes, starts)
    }

    /// Calls a closure with the texts as libpq takes them.
    func withPointers<Output>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Output
    ) -> Output {
        unsafe bytes.withUnsafeBytes { bytes in
            let texts = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            let pointers = unsafe starts.map { start in
                unsafe start.flatMap { start in unsafe texts.map { unsafe $0 + start } }
            }
            return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
        }
    }
}

extension SQLRow {
    /// The rows of a result, which is in text format.
    static func all(of result: OpaquePointer) -> [SQLRow] {
        let (rows, columns) = unsafe (PQntuples(result), PQnfields(result))
        let types = (0..<columns).map { unsafe PQftype(result, $0) }
        return (0..<rows).map { row in
            SQLRow(
                values: (0..<columns).map { column in
                    guard unsafe PQgetisnull(result, row, column) == 0,
                        let value = unsafe PQgetvalue(result, row, column)
                    else { return .null }
                    return SQLValue(unsafe String(cString: value), type: types[Int(column)])
                })
        }
    }
}

extension SQLValue {
    /// By the ids that pg_type.dat gives the built-in types.
    fileprivate init(_ text: String, type: Oid) {
        let value: SQLValue? =
            switch type {
            case 20, 21, 23: Int64(text).map { .integer($0) }
            case 700, 701, 1700: Double(text).map { .real($0) }
            case 16: .integer(text == "t" ? 1 : 0)
            default: nil
            }
        self = value ?? .text(text)
    }
}

extension PostgresFailure {
    /// Of a result that tells of one.
    init(_ result: OpaquePointer) {
        // libpq's own results have no state: it has lost the server.
        let state = unsafe PQresultErrorField(result, 67 /* PG_DIAG_SQLSTATE, 'C' */)
        let text = unsafe PQresultErrorField(result, 77 /* PG_DIAG_MESSAGE_PRIMARY, 'M' */)
        self.state = unsafe state.map { unsafe String(cString: $0) }
        reason = unsafe Self.line(
            text.map { unsafe String(cString: $0) }
                ?? String(cString: PQresultErrorMessage(result)))
    }

    /// Of a connection that has none: `... FATAL:  28P01: password authentication failed ...`, if a server has spoken.
    init(connectionMessage text: String) {
        let said = text.firstMatch(of: /:  ([0-9A-Z]{5}): (.*)/)
        state = said.map { String($0.1) }
        reason = Self.line(said.map { String($0.2) } ?? text)
    }

    /// Its first line; libpq puts hints and places behind it.
    private static func line(_ text: String) -> String {
        guard let line = text.split(separator: "\n").first else { return "the connection is gone" }
        return String(line.trimmingPrefix(/(FATAL|ERROR|PANIC): */))
    }
}
