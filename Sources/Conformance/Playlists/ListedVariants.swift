/// A multivariant playlist, with findings for each line that does not conform (RFC 8216, 4.3.4).
struct ListedVariants {
    struct Variant {
        let line: Int
        let uri: String
        /// In bits per second; `nil` if the attribute is missing or invalid.
        let bandwidth: Int?
        /// Group ids of renditions, without closed captions, by type.
        let groups: [String: String]
        let attributes: TagAttributes

        /// The entries of `CODECS`; empty without it.
        var codecs: [Substring] { attributes.codecs }
    }

    struct IFrames {
        let line: Int
        let uri: String
        /// In bits per second; `nil` if the attribute is missing or invalid.
        let bandwidth: Int?
        let attributes: TagAttributes
    }

    struct Rendition {
        let line: Int
        let type: String
        let group: String
        let uri: String?
    }

    private struct Group: Hashable {
        let type: String
        let id: String
    }

    /// The variants, I-frame playlists and renditions that are read; a large package has a few hundred.
    private static let most = 10_000

    private(set) var variants: [Variant] = []
    private(set) var renditions: [Rendition] = []
    private(set) var iFrames: [IFrames] = []
    /// Whether it has `EXT-X-INDEPENDENT-SEGMENTS`.
    private(set) var isIndependent = false

    private let file: String
    private var findings: FindingList
    private var pending: (line: Int, attributes: TagAttributes)?
    private var version: PlaylistVersion
    private var groups: [Group: [Rendition]] = [:]
    private var names: Set<[String]> = []
    private var defaults: Set<[String]> = []

    init(_ text: PlaylistText, findings: inout FindingList) {
        file = text.file
        self.findings = findings
        version = text.version
        for (number, content) in text.lines {
            guard variants.count + iFrames.count + renditions.count < Self.most else {
                self.findings.add(
                    .limitExceeded, file, line: number,
                    "more than \(Self.most) variants and renditions")
                break
            }
            switch content {
            case .tag(let name, let value): read(name, value, at: number)
            case .uri(let uri): addVariant(uri, at: number)
            }
        }
        reportPending()
        checkGroups()
        version.check(findings: &self.findings)
        findings = self.findings
    }

    /// Returns the URIs of a variant's renditions, by group; without renditions in the variant itself.
    func renditions(of variant: Variant) -> [(type: String, uris: [String])] {
        variant.groups.map { type, id in
            let uris = (groups[Group(type: type, id: id)] ?? []).compactMap(\.uri)
            return (type, uris.filter { $0 != variant.uri })
        }
    }

    private mutating func read(_ name: String, _ value: String, at line: Int) {
        switch name {
        case "#EXT-X-STREAM-INF":
            reportPending()
            pending = (line, attributes(of: value, at: line))
        case "#EXT-X-MEDIA": addRendition(attributes(of: value, at: line), at: line)
        case "#EXT-X-I-FRAME-STREAM-INF":
            let attributes = attributes(of: value, at: line)
            require(["URI"], of: attributes, name, at: line)
            let bandwidth = bandwidth(of: attributes, name, at: line)
            checkValues(of: attributes, at: line)
            if let uri = attributes["URI"] {
                iFrames.append(
                    IFrames(line: line, uri: uri, bandwidth: bandwidth, attributes: attributes))
            }
        case "#EXT-X-INDEPENDENT-SEGMENTS": isIndependent = true
        case "#EXT-X-SESSION-DATA": readSessionData(attributes(of: value, at: line), at: line)
        case "#EXT-X-SESSION-KEY":
            _ = KeyTag(name, value, file: file, line: line, findings: &findings)
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
        let bandwidth = bandwidth(of: attributes, "#EXT-X-STREAM-INF", at: tagLine)
        let codecs = attributes["CODECS"]
        if codecs == nil {
            findings.add(.codecsMissing, file, line: tagLine, "\(uri) has no CODECS")
        }
        let hasVideo = attributes.codecs.contains(where: MeasuredCodec.isVideo)
        if hasVideo, attributes["RESOLUTION"] == nil {
            findings.add(.resolutionMissing, file, line: tagLine, "\(uri) has no RESOLUTION")
        }
        checkValues(of: attributes, at: tagLine)
        let groups = attributes.values.filter { ["AUDIO", "VIDEO", "SUBTITLES"].contains($0.key) }
        variants.append(
            Variant(
                line: tagLine, uri: uri, bandwidth: bandwidth, groups: groups,
                attributes: attributes))
    }

    /// Checks the values that variants and I-frame playlists can have.
    private mutating func checkValues(of attributes: TagAttributes, at line: Int) {
        if let text = attributes["RESOLUTION"], attributes.resolution == nil {
            invalid("RESOLUTION", text, at: line)
        }
        if let text = attributes["FRAME-RATE"], Double(text) ?? 0 <= 0 {
            invalid("FRAME-RATE", text, at: line)
        }
        if let text = attributes["AVERAGE-BANDWIDTH"], Int(text) ?? 0 <= 0 {
            invalid("AVERAGE-BANDWIDTH", text, at: line)
        }
        if let text = attributes["HDCP-LEVEL"], !["NONE", "TYPE-0", "TYPE-1"].contains(text) {
            invalid("HDCP-LEVEL", text, at: line)
        }
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
        RenditionAttributes.check(attributes, file: file, line: line, findings: &findings)
        if let name = attributes["NAME"], !names.insert([type, group, name]).inserted {
            findings.add(.renditionName, file, line: line, "\(name) occurs twice in group \(group)")
        }
        if attributes["DEFAULT"] == "YES", !defaults.insert([type, group]).inserted {
            findings.add(.defaultRenditions, file, line: line, "group \(group) has two defaults")
        }
        if type == "CLOSED-CAPTIONS", attributes["INSTREAM-ID"]?.hasPrefix("SERVICE") == true {
            version.need(7, "an INSTREAM-ID of SERVICE", at: line)
        }
        let rendition = Rendition(line: line, type: type, group: group, uri: attributes["URI"])
        renditions.append(rendition)
        groups[Group(type: type, id: group), default: []].append(rendition)
    }

    private mutating func readSessionData(_ attributes: TagAttributes, at line: Int) {
        if attributes["DATA-ID"] == nil {
            findings.add(.sessionData, file, line: line, "EXT-X-SESSION-DATA without DATA-ID")
        }
        if (attributes["VALUE"] == nil) == (attributes["URI"] == nil) {
            findings.add(
                .sessionData, file, line: line,
                "EXT-X-SESSION-DATA does not have one of VALUE and URI")
        }
    }

    private mutating func checkGroups() {
        for variant in variants {
            for (type, group) in variant.groups.sorted(by: { $0.key < $1.key })
            where groups[Group(type: type, id: group)] == nil {
                findings.add(
                    .groupMissing, file, line: variant.line,
                    "no EXT-X-MEDIA of type \(type) has group \(group)")
            }
        }
        checkClosedCaptions()
    }

    private mutating func checkClosedCaptions() {
        let key = "CLOSED-CAPTIONS"
        let hasNone = variants.contains { $0.attributes[key] == "NONE" }
        for variant in variants {
            if hasNone, variant.attributes[key] != "NONE" {
                findings.add(
                    .closedCaptions, file, line: variant.line,
                    "\(key)=NONE is at other variants only")
            }
            guard let group = variant.attributes[key], group != "NONE" else { continue }
            if groups[Group(type: key, id: group)] == nil {
                findings.add(
                    .groupMissing, file, line: variant.line,
                    "no EXT-X-MEDIA of type \(key) has group \(group)")
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

    private mutating func bandwidth(
        of attributes: TagAttributes, _ tag: String, at line: Int
    ) -> Int? {
        require(["BANDWIDTH"], of: attributes, tag, at: line)
        guard let text = attributes["BANDWIDTH"] else { return nil }
        guard let bandwidth = Int(text), bandwidth > 0 else {
            invalid("BANDWIDTH", text, at: line)
            return nil
        }
        return bandwidth
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
