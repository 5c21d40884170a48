/// The attributes of `EXT-X-MEDIA` that depend on one another (RFC 8216, 4.3.4.1).
enum RenditionAttributes {
    static func check(
        _ attributes: TagAttributes, file: String, line: Int, findings: inout FindingList
    ) {
        func report(_ message: String) {
            findings.add(.renditionAttributes, file, line: line, message)
        }
        let type = attributes["TYPE"]
        if attributes["DEFAULT"] == "YES", attributes["AUTOSELECT"] == "NO" {
            report("DEFAULT=YES with AUTOSELECT=NO")
        }
        if attributes["FORCED"] != nil, type != "SUBTITLES" { report("FORCED without subtitles") }
        for name in ["DEFAULT", "AUTOSELECT", "FORCED"] {
            if let value = attributes[name], value != "YES", value != "NO" {
                report("\(name) is neither YES nor NO: \(value)")
            }
        }
        if type == "CLOSED-CAPTIONS" {
            if attributes["URI"] != nil { report("closed captions with a URI") }
            if let id = attributes["INSTREAM-ID"], !isStream(id) {
                report("INSTREAM-ID is neither CC1 to CC4 nor SERVICE1 to SERVICE63: \(id)")
            }
        } else if attributes["INSTREAM-ID"] != nil {
            report("INSTREAM-ID without closed captions")
        }
        if type == "AUDIO", attributes["CHANNELS"] == nil {
            findings.add(.channelsMissing, file, line: line, "audio without CHANNELS")
        }
    }

    private static func isStream(_ id: String) -> Bool {
        if ["CC1", "CC2", "CC3", "CC4"].contains(id) { return true }
        guard id.hasPrefix("SERVICE"), let number = Int(id.dropFirst(7)) else { return false }
        return (1...63).contains(number)
    }
}
