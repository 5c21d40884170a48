import Foundation

/// What a worker has noted of a job, as lines for people.
struct JobNoteLines: Decodable {
    struct Warning: Decodable {
        let code: String
        let message: String
    }
    let name: String?
    /// Seconds.
    let duration: Double?
    let rungs: [String]?
    let warnings: [Warning]?
    /// CPU seconds.
    let cost: Double?

    /// Reads a note; `nil` if it is none that this version understands.
    init?(_ note: String?) {
        guard let note, let read = try? JSONDecoder().decode(Self.self, from: Data(note.utf8))
        else { return nil }
        self = read
    }

    /// Pairs of a title and its text.
    var lines: [(String, String)] {
        var lines: [(String, String)] = []
        if let duration { lines.append(("duration", Quantity.elapsed(duration))) }
        if let rungs, !rungs.isEmpty { lines.append(("rungs", rungs.joined(separator: ", "))) }
        if let cost { lines.append(("expected", "\(Quantity.elapsed(cost)) of CPU time")) }
        for warning in warnings ?? [] {
            lines.append(("noticed", "\(warning.code): \(warning.message)"))
        }
        return lines
    }
}
