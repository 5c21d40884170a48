/// The version of a playlist, and the one that its features need (RFC 8216, 7; RFC 8216bis, 8).
struct PlaylistVersion {
    /// `EXT-X-VERSION`; 1 without a valid tag.
    var number: Int { listed ?? 1 }

    private let file: String
    private var listed: Int?
    private var isListed = false
    private var needed = (version: 1, line: 1, feature: "")

    init(file: String) { self.file = file }

    mutating func read(_ value: String, at line: Int, findings: inout FindingList) {
        if isListed { findings.add(.badVersion, file, line: line, "duplicate EXT-X-VERSION") }
        isListed = true
        guard let number = Int(value), number > 0 else {
            findings.add(
                .badValue, file, line: line, "invalid value of #EXT-X-VERSION: \(value)")
            return
        }
        listed = number
    }

    /// Notes that a feature needs a version.
    mutating func need(_ version: Int, _ feature: String, at line: Int) {
        if version > needed.version { needed = (version, line, feature) }
    }

    /// Notes the version that `EXT-X-DEFINE` needs.
    mutating func needVariables(_ attributes: TagAttributes, at line: Int) {
        if attributes["QUERYPARAM"] != nil {
            need(11, "QUERYPARAM", at: line)
        } else {
            need(8, "EXT-X-DEFINE", at: line)
        }
    }

    func check(findings: inout FindingList) {
        guard needed.version > number else { return }
        findings.add(
            .badVersion, file, line: needed.line,
            "\(needed.feature) needs version \(needed.version), the playlist has \(number)")
    }
}
