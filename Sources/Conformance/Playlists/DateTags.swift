/// The dates of a media playlist (RFC 8216, 4.3.2.6 and 4.3.2.7).
struct DateTags {
    /// The date of the playlist's first segment, in seconds; `nil` without `EXT-X-PROGRAM-DATE-TIME`.
    private(set) var start: Double?

    private let file: String
    /// The attributes of ranges by `ID`: a range can have several tags, with equal values of the attributes that occur in several.
    private var ranges: [String: [String: String]] = [:]
    private var rangeLine: Int?

    init(file: String) { self.file = file }

    /// Reads `EXT-X-PROGRAM-DATE-TIME`, `position` seconds after the start of the playlist.
    mutating func readDate(
        _ value: String, at line: Int, position: Double, findings: inout FindingList
    ) {
        guard let date = DateTime(value) else {
            findings.add(
                .badValue, file, line: line, "invalid value of EXT-X-PROGRAM-DATE-TIME: \(value)")
            return
        }
        if start == nil { start = date.seconds - position }
    }

    mutating func readRange(_ value: String, at line: Int, findings: inout FindingList) {
        rangeLine = rangeLine ?? line
        let attributes = TagAttributes(value, file: file, line: line, findings: &findings)
        func report(_ message: String) {
            findings.add(.dateRange, file, line: line, message)
        }
        guard let id = attributes["ID"] else { return report("EXT-X-DATERANGE without ID") }
        let earlier = ranges[id] ?? [:]
        for (name, value) in attributes.values.sorted(by: { $0.key < $1.key }) {
            guard let other = earlier[name], other != value else { continue }
            report("\(name) of \(id) has another value than in an earlier tag")
        }
        ranges[id] = earlier.merging(attributes.values) { $1 }
        if ranges[id]?["START-DATE"] == nil { report("EXT-X-DATERANGE without START-DATE") }
        for name in ["START-DATE", "END-DATE"] {
            if let text = attributes[name], DateTime(text) == nil {
                report("\(name) is no date: \(text)")
            }
        }
        if let start = attributes["START-DATE"].flatMap(DateTime.init),
            let end = attributes["END-DATE"].flatMap(DateTime.init), end.seconds < start.seconds
        {
            report("END-DATE is before START-DATE")
        }
        for name in ["DURATION", "PLANNED-DURATION"] {
            if let text = attributes[name], Double(text).map({ $0 < 0 }) ?? true {
                report("\(name) is no positive number of seconds: \(text)")
            }
        }
        guard let next = attributes["END-ON-NEXT"] else { return }
        if next != "YES" { report("END-ON-NEXT is not YES") }
        if attributes["CLASS"] == nil { report("END-ON-NEXT without CLASS") }
        if attributes["DURATION"] != nil || attributes["END-DATE"] != nil {
            report("END-ON-NEXT with DURATION or END-DATE")
        }
    }

    func checkEnd(findings: inout FindingList) {
        guard let rangeLine, start == nil else { return }
        findings.add(
            .dateRangeWithoutDate, file, line: rangeLine,
            "EXT-X-DATERANGE without EXT-X-PROGRAM-DATE-TIME")
    }
}
