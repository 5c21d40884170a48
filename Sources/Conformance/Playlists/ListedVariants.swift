/// A multivariant playlist, with findings for each line that does not conform (RFC 8216, 4.3.4).
struct ListedVariants {
    struct Variant {
        let line: Int
        let uri: String
        /// In bits per second; `nil` if the attribute is missing or invalid.
        let bandwidth: Int?
        /// Group ids of renditions, without closed captions, by type.
        let groups: [String: String]
    }

    struct Rendition {
        let line: Int
        let type: String
        let group: String
        let uri: String?
    }

    private(set) var variants: [Variant] = []
    private(set) var renditions: [Rendition] = []
    /// URIs of I-frame playlists.
    private(set) var iFrames: [(line: Int, uri: String)] = []

    private let file: String
    private var findings: FindingList
    private var pending: (line: Int, attributes: TagAttributes)?
    private var hasVersion = false
    private var names: Set<[String]> = []
    private var defaults: Set<[String]> = []

    init(_ text: PlaylistText, findings: inout FindingList) {
        file = text.file
        self.findings = findings
        for (number, content) in text.lines {
            switch content {
            case .tag(let name, let value): read(name, value, at: number)
            case .uri(let uri): addVariant(uri, at: number)
            }
        }
        reportPending()
        checkGroups()
        findings = self.findings
    }

    private mutating func read(_ name: String, _ value: String, at line: Int) {
        switch name {
        case "#EXT-X-VERSION":
            if hasVersion {
                findings.add(.badVersion, file, line: line, "duplicate EXT-X-VERSION")
            }
            hasVersion = true
            if Int(value) == nil { invalid(name, value, at: line) }
        case "#EXT-X-STREAM-INF":
            reportPending()
            pending = (line, attributes(of: value, at: line))
        case "#EXT-X-MEDIA": addRendition(attributes(of: value, at: line), at: line)
        case "#EXT-X-I-FRAME-STREAM-INF":
            let attributes = attributes(of: value, at: line)
            require(["BANDWIDTH", "URI"], of: attributes, name, at: line)
            if let uri = attributes["URI"] { iFrames.append((line, uri)) }
        case "#EXTINF", "#EXT-X-TARGETDURATION", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-ENDLIST",
            "#EXT-X-MAP", "#EXT-X-BYTERANGE", "#EXT-X-DISCONTINUITY", "#EXT-X-PLAYLIST-TYPE":
            findings.add(.mixedTags, file, line: line, "\(name) in a multivariant playlist")
        default: break
        }
    }

    private mutating func addVariant(_ uri: String, at line: Int) {
        guard let (tagLine, attributes) = pending else {
            findings.add(.variantURI, file, line: line, "\(uri) follows no EXT-X-STREAM-INF")
            return
        }
        pending = nil
        require(["BANDWIDTH"], of: attributes, "#EXT-X-STREAM-INF", at: tagLine)
        let bandwidth = attributes["BANDWIDTH"].flatMap { Int($0) }
        if let text = attributes["BANDWIDTH"], bandwidth ?? 0 <= 0 {
            invalid("BANDWIDTH", text, at: tagLine)
        }
        let codecs = attributes["CODECS"]
        if codecs == nil {
            findings.add(.codecsMissing, file, line: tagLine, "\(uri) has no CODECS")
        }
        let video = ["avc", "hvc", "hev", "av01", "vp0", "dvh"]
        let hasVideo =
            codecs?.split(separator: ",").contains { codec in video.contains { codec.hasPrefix($0) }
            }
        if hasVideo == true, attributes["RESOLUTION"] == nil {
            findings.add(.resolutionMissing, file, line: tagLine, "\(uri) has no RESOLUTION")
        }
        if let text = attributes["RESOLUTION"] {
            let sides = text.split(separator: "x", omittingEmptySubsequences: false)
            if sides.count != 2 || sides.contains(where: { UInt32($0) ?? 0 == 0 }) {
                invalid("RESOLUTION", text, at: tagLine)
            }
        }
        let groups = attributes.values.filter { ["AUDIO", "VIDEO", "SUBTITLES"].contains($0.key) }
        variants.append(
            Variant(line: tagLine, uri: uri, bandwidth: bandwidth, groups: groups))
    }

    private mutating func addRendition(_ attributes: TagAttributes, at line: Int) {
        require(["TYPE", "GROUP-ID", "NAME"], of: attributes, "#EXT-X-MEDIA", at: line)
        guard let type = attributes["TYPE"], let group = attributes["GROUP-ID"] else { return }
        let types = ["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"]
        if !types.contains(type) { invalid("TYPE", type, at: line) }
        if type == "SUBTITLES" { require(["URI"], of: attributes, "#EXT-X-MEDIA", at: line) }
        if type == "CLOSED-CAPTIONS" {
            require(["INSTREAM-ID"], of: attributes, "#EXT-X-MEDIA", at: line)
        }
        if let name = attributes["NAME"], !names.insert([type, group, name]).inserted {
            findings.add(.renditionName, file, line: line, "\(name) occurs twice in group \(group)")
        }
        if attributes["DEFAULT"] == "YES", !defaults.insert([type, group]).inserted {
            findings.add(.defaultRenditions, file, line: line, "group \(group) has two defaults")
        }
        renditions.append(
            Rendition(line: line, type: type, group: group, uri: attributes["URI"]))
    }

    private mutating func checkGroups() {
        let known = Set(renditions.map { [$0.type, $0.group] })
        for variant in variants {
            for (type, group) in variant.groups.sorted(by: { $0.key < $1.key })
            where !known.contains([type, group]) {
                findings.add(
                    .groupMissing, file, line: variant.line,
                    "no EXT-X-MEDIA of type \(type) has group \(group)")
            }
        }
    }

    private mutating func reportPending() {
        guard let (line, _) = pending else { return }
        findings.add(.variantURI, file, line: line, "no URI follows EXT-X-STREAM-INF")
        pending = nil
    }

    private mutating func attributes(of value: String, at line: Int) -> TagAttributes {
        TagAttributes(value, file: file, line: line, findings: &findings)
    }

    private mutating func require(
        _ names: [String], of attributes: TagAttributes, _ tag: String, at line: Int
    ) {
        for name in names where attributes[name] == nil {
            findings.add(.attributeMissing, file, line: line, "\(tag) without \(name)")
        }
    }

    private mutating func invalid(_ name: String, _ value: String, at line: Int) {
        findings.add(.badValue, file, line: line, "invalid value of \(name): \(value)")
    }
}
