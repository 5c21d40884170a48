import GRDBSQLite

/// Reads the columns of a statement's present row, one after the other.
struct RowCursor {
    private let statement: OpaquePointer
    private var column: Int32 = 0

    init(_ statement: OpaquePointer) { self.statement = statement }

    mutating func integer() throws -> Int64 {
        guard let value = try optionalInteger() else { throw unexpected() }
        return value
    }

    mutating func optionalInteger() throws -> Int64? {
        defer { column += 1 }
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return sqlite3_column_int64(statement, column)
        case SQLITE_NULL: return nil
        default: throw unexpected()
        }
    }

    mutating func text() throws -> String {
        defer { column += 1 }
        guard let text = sqlite3_column_text(statement, column) else { throw unexpected() }
        return String(cString: text)
    }

    /// The error for a value that the store does not write.
    func unexpected() -> SQLiteError {
        let name = sqlite3_column_name(statement, min(column, sqlite3_column_count(statement) - 1))
        return SQLiteError(
            description: "column \(name.map { String(cString: $0) } ?? "") has an unexpected value")
    }
}
