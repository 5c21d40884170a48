/// A value that a statement takes or returns: the types that SQLite and PostgreSQL have in common.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
    init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
    init(_ value: Double?) { self = value.map { .real($0) } ?? .null }
    init(_ value: String?) { self = value.map { .text($0) } ?? .null }
    init(_ value: Bool) { self = .integer(value ? 1 : 0) }
    init(_ value: JobID) { self = .text(value.text) }
    init(_ value: JobState) { self = .integer(Int64(value.rawValue)) }
    init(_ value: TaskState) { self = .integer(Int64(value.rawValue)) }
    init(_ value: JobAdmission) { self = .integer(Int64(value.rawValue)) }
}

/// A row of a result, read by the names of its columns.
package struct SQLRow: Sendable {
    /// The names of the columns, which all rows of a result share.
    let columns: [String]
    let values: [SQLValue]

    package init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    subscript(column: String) -> SQLValue {
        get throws(SQLDecodingError) {
            // Few columns: a search is faster than a table of hashes.
            guard let index = columns.firstIndex(of: column) else {
                throw SQLDecodingError("a result has no column \(column)")
            }
            return values[index]
        }
    }

    package func integer(_ column: String) throws(SQLDecodingError) -> Int64 {
        guard let value = try optionalInteger(column) else { throw .unexpected(column) }
        return value
    }

    package func optionalInteger(_ column: String) throws(SQLDecodingError) -> Int64? {
        switch try self[column] {
        case .null: return nil
        case .integer(let value): return value
        case .real(let value):
            guard let whole = Int64(exactly: value.rounded()) else { throw .unexpected(column) }
            return whole
        case .text(let text):
            guard let value = Int64(text) else { throw .unexpected(column) }
            return value
        }
    }

    func real(_ column: String) throws(SQLDecodingError) -> Double {
        guard let value = try optionalReal(column) else { throw .unexpected(column) }
        return value
    }

    func optionalReal(_ column: String) throws(SQLDecodingError) -> Double? {
        switch try self[column] {
        case .null: return nil
        case .integer(let value): return Double(value)
        case .real(let value): return value
        case .text(let text):
            guard let value = Double(text) else { throw .unexpected(column) }
            return value
        }
    }

    package func text(_ column: String) throws(SQLDecodingError) -> String {
        guard let value = try optionalText(column) else { throw .unexpected(column) }
        return value
    }

    func optionalText(_ column: String) throws(SQLDecodingError) -> String? {
        switch try self[column] {
        case .null: nil
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .text(let text): text
        }
    }

    func flag(_ column: String) throws(SQLDecodingError) -> Bool { try integer(column) != 0 }

    func job(_ column: String) throws(SQLDecodingError) -> JobID {
        guard let id = JobID(try text(column)) else { throw .unexpected(column) }
        return id
    }
}

/// The error of a store whose content this program does not write: a bug, or a change by another program.
package struct SQLDecodingError: Error, CustomStringConvertible {
    let message: String

    init(_ message: String) { self.message = message }

    static func unexpected(_ column: String) -> SQLDecodingError {
        SQLDecodingError("column \(column) has an unexpected value")
    }

    static func missingRow(_ statement: SQLStatement) -> SQLDecodingError {
        SQLDecodingError("statement \(statement.name) returned no row")
    }

    package var description: String { message }
}
