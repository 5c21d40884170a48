import JobModel

extension JobNote {
    /// The note as lines for people: pairs of a title and its text.
    var lines: [(String, String)] {
        var lines = [("duration", Quantity.elapsed(duration))]
        if !rungs.isEmpty { lines.append(("rungs", rungs.joined(separator: ", "))) }
        lines.append(("expected", "\(Quantity.elapsed(cost)) of CPU time"))
        for warning in warnings {
            lines.append(("noticed", "\(warning.code): \(warning.message)"))
        }
        return lines
    }
}
