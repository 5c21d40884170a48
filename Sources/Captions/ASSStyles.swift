/// The alignments that the styles of an (Advanced) SubStation Alpha track define.
package struct ASSStyles {
    /// Alignments by style name, numbered as in `CaptionAlignment`.
    private var alignments: [String: Int] = [:]

    /// Parses the header: sections in brackets, `Format: Name, …, Alignment, …` and a line for each style.
    package init(header: String) {
        var isLegacy: Bool?
        var columns: [Substring] = []
        for line in header.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                isLegacy = ["[v4 styles]": true, "[v4+ styles]": false][line.lowercased()]
                columns = []
            }
            guard let isLegacy else { continue }
            if let names = Self.fields("Format:", line) { columns = names }
            guard let values = Self.fields("Style:", line), values.count == columns.count,
                let name = columns.firstIndex(of: "Name").map({ values[$0] }),
                let number = columns.firstIndex(of: "Alignment").flatMap({ Int(values[$0]) })
            else { continue }
            let isValid = (1...9).contains(number)
            alignments[Self.plain(name)] =
                isLegacy ? CaptionAlignment.legacy(number) : isValid ? number : nil
        }
    }

    /// Returns the WebVTT cue settings of an event in the form of libav's demuxers.
    package func settings(event: String) -> String {
        let alignment =
            CaptionAlignment.override(in: event) ?? alignments[Self.plain(style(of: event))] ?? 2
        return CaptionAlignment.settings(alignment)
    }

    /// Returns an event's third field: `ReadOrder,Layer,Style,…`.
    private func style(of event: String) -> Substring {
        let fields = event.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
        return fields.count > 2 ? fields[2] : ""
    }

    /// Removes the asterisk that some programs put before style names.
    private static func plain(_ name: Substring) -> String { String(name.drop { $0 == "*" }) }

    private static func fields(_ keyword: String, _ line: Substring) -> [Substring]? {
        guard line.hasPrefix(keyword) else { return nil }
        return line.dropFirst(keyword.count).split(separator: ",", omittingEmptySubsequences: false)
            .map { field in
                let start = field.drop(while: \.isWhitespace)
                return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
            }
    }
}
