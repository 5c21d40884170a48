/// Where the styles of an (Advanced) SubStation Alpha track put their lines.
package struct ASSStyles {
    /// Places by the styles' names (`CuePlace`).
    private var places: [String: Int] = [:]

    /// Reads the header: sections in brackets, `Format: Name, …, Alignment, …` and a line for each style.
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
            let isPlace = (1...9).contains(number)
            places[Self.plain(name)] =
                isLegacy ? CuePlace.legacy(number) : isPlace ? number : nil
        }
    }

    /// WebVTT cue settings of an event, as libav's demuxers hand it out.
    package func settings(event: String) -> String {
        let place = CuePlace.override(in: event) ?? places[Self.plain(style(of: event))] ?? 2
        return CuePlace.settings(place)
    }

    /// The third field: `ReadOrder,Layer,Style,…`.
    private func style(of event: String) -> Substring {
        let fields = event.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
        return fields.count > 2 ? fields[2] : ""
    }

    /// Some programs put an asterisk before the names of styles.
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
