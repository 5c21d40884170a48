import JobModel

extension JobNote {
    /// The lines of the note: titles and texts.
    var lines: [(String, String)] {
        var lines = [("duration", Quantity.elapsed(duration))]
        if !rungs.isEmpty { lines.append(("rungs", rungs.joined(separator: ", "))) }
        lines.append(("expected", "\(Quantity.elapsed(cost)) of CPU time"))
        for warning in warnings {
            lines.append(("warning", "\(warning.code): \(warning.message)"))
        }
        return lines
    }
}
