internal import CLibPQ

/// The arguments of a statement, as text with types.
struct PostgresArguments {
    /// The type of each argument; 0, for null, lets the server infer the type.
    let types: [Oid]
    /// All texts, each with a terminating zero byte.
    private let bytes: [UInt8]
    /// The start of each text in `bytes`; `nil` for null.
    private let starts: [Int?]

    private enum TypeID {
        static let (unspecified, int8, text, float8): (Oid, Oid, Oid, Oid) = (0, 20, 25, 701)
    }

    /// Encodes values.
    ///
    /// - Throws: `QueueError.badRequest` for a zero byte, which PostgreSQL's type `text` cannot contain.
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
                    .badRequest, "job", "a text contains a zero byte, which cannot be stored",
                    advice: "remove zero bytes")
            }
            starts.append(start)
            bytes.append(0)
        }
        (self.types, self.bytes, self.starts) = (types, bytes, starts)
    }

    /// Calls a closure with the texts in libpq's form.
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
    /// Reads the rows of a result in text format.
    static func all(of result: OpaquePointer) -> [SQLRow] {
        let (rows, columns) = unsafe (PQntuples(result), PQnfields(result))
        let types = (0..<columns).map { unsafe PQftype(result, $0) }
        let names = (0..<columns).map { column in
            unsafe PQfname(result, column).map { unsafe String(cString: $0) } ?? ""
        }
        return (0..<rows).map { row in
            SQLRow(
                columns: names,
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
    /// Reads a text by the type's id in pg_type.dat.
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

extension PostgresError {
    /// Reads the error of a result.
    init(_ result: OpaquePointer) {
        // Results that libpq creates after a lost connection have no SQLSTATE.
        let state = unsafe PQresultErrorField(result, 67 /* PG_DIAG_SQLSTATE, 'C' */)
        let text = unsafe PQresultErrorField(result, 77 /* PG_DIAG_MESSAGE_PRIMARY, 'M' */)
        sqlState = unsafe state.map { unsafe String(cString: $0) }
        message = unsafe Self.line(
            text.map { unsafe String(cString: $0) }
                ?? String(cString: PQresultErrorMessage(result)))
    }

    /// Reads the message of a failed connection, which contains an SQLSTATE if it is the server's:
    /// `... FATAL:  28P01: password authentication failed ...`.
    init(connectionMessage text: String) {
        let parts = text.firstMatch(of: /:  ([0-9A-Z]{5}): (.*)/)
        sqlState = parts.map { String($0.1) }
        message = Self.line(parts.map { String($0.2) } ?? text)
    }

    /// Returns the first line; hints and positions follow it.
    private static func line(_ text: String) -> String {
        guard let line = text.split(separator: "\n").first else { return "the connection was lost" }
        return String(line.trimmingPrefix(/(FATAL|ERROR|PANIC): */))
    }
}
