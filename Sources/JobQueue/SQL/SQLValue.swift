/// A value that goes into a statement or comes out of it: what SQLite and PostgreSQL have in common.
enum SQLValue: Sendable, Hashable {
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
    init(_ value: JobHold) { self = .integer(Int64(value.rawValue)) }
}

/// A row of an answer, by the columns' places.
struct SQLRow: Sendable {
    let values: [SQLValue]

    func integer(_ index: Int) throws -> Int64 {
        guard let value = try optionalInteger(index) else { throw SQLFault.column(index) }
        return value
    }

    func optionalInteger(_ index: Int) throws -> Int64? {
        switch values[index] {
        case .null: return nil
        case .integer(let value): return value
        case .real(let value):
            guard let whole = Int64(exactly: value.rounded()) else { throw SQLFault.column(index) }
            return whole
        case .text(let text):
            guard let value = Int64(text) else { throw SQLFault.column(index) }
            return value
        }
    }

    func real(_ index: Int) throws -> Double {
        guard let value = try optionalReal(index) else { throw SQLFault.column(index) }
        return value
    }

    func optionalReal(_ index: Int) throws -> Double? {
        switch values[index] {
        case .null: return nil
        case .integer(let value): return Double(value)
        case .real(let value): return value
        case .text(let text):
            guard let value = Double(text) else { throw SQLFault.column(index) }
            return value
        }
    }

    func text(_ index: Int) throws -> String {
        guard let value = optionalText(index) else { throw SQLFault.column(index) }
        return value
    }

    func optionalText(_ index: Int) -> String? {
        switch values[index] {
        case .null: nil
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .text(let text): text
        }
    }

    func flag(_ index: Int) throws -> Bool { try integer(index) != 0 }
}

/// A store whose content is not what this program writes.
enum SQLFault: Error, CustomStringConvertible {
    case column(Int)
    case value(String)

    var description: String {
        switch self {
        case .column(let index): "column \(index) of an answer holds something else"
        case .value(let what): "\(what) is none that this program knows"
        }
    }
}
