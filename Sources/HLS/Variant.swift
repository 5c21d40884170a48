public import MediaUnits

/// A rendition with its audio, as a player chooses it: `EXT-X-STREAM-INF` (RFC 8216, 4.3.4.2).
public struct Variant: Hashable, Sendable {
    /// Of its media playlist, relative to the multivariant playlist.
    public var uri: String
    /// Peak bits per second of the variant with the heaviest rendition of its audio group.
    public var bandwidth: Int
    /// Likewise on average.
    public var averageBandwidth: Int?
    /// One codec string for each codec in any of its segments (RFC 6381).
    public var codecs: [String]
    /// Pixels as shown; `nil` without video.
    public var resolution: Resolution?
    /// Frames per second, the highest; `nil` without video.
    public var frameRate: Rational?
    /// The `groupID` of its audio renditions; `nil`: its segments hold all there is.
    public var audioGroup: String?
    /// The `groupID` of its subtitle renditions; `nil`: there are none.
    public var subtitleGroup: String?

    public init(
        uri: String, bandwidth: Int, averageBandwidth: Int? = nil, codecs: [String],
        resolution: Resolution? = nil, frameRate: Rational? = nil, audioGroup: String? = nil,
        subtitleGroup: String? = nil
    ) {
        self.uri = uri
        self.bandwidth = bandwidth
        self.averageBandwidth = averageBandwidth
        self.codecs = codecs
        self.resolution = resolution
        self.frameRate = frameRate
        self.audioGroup = audioGroup
        self.subtitleGroup = subtitleGroup
    }

    /// The tag and the URI line, which say of closed captions that there are none, or nothing.
    func lines(statesNoCaptions: Bool) -> [String] {
        var attributes = AttributeListWriter("#EXT-X-STREAM-INF")
        attributes.add("BANDWIDTH", bandwidth)
        if let averageBandwidth { attributes.add("AVERAGE-BANDWIDTH", averageBandwidth) }
        if !codecs.isEmpty { attributes.add("CODECS", quoted: codecs.joined(separator: ",")) }
        if let resolution { attributes.add("RESOLUTION", resolution) }
        if let frameRate {
            let text = DecimalText.fixed((frameRate * 1000).rounded, places: 3)
            attributes.add("FRAME-RATE", text)
        }
        if let audioGroup { attributes.add("AUDIO", quoted: audioGroup) }
        if let subtitleGroup { attributes.add("SUBTITLES", quoted: subtitleGroup) }
        if statesNoCaptions { attributes.add("CLOSED-CAPTIONS", "NONE") }
        return [attributes.text, SafeText.uri(uri)]
    }

    init(_ attributes: AttributeList, uri: String) throws(PlaylistError) {
        self.uri = uri
        bandwidth = try attributes.required(
            "BANDWIDTH", attributes.plain("BANDWIDTH") { DecimalText.integer($0) })
        averageBandwidth = try attributes.plain("AVERAGE-BANDWIDTH") { DecimalText.integer($0) }
        codecs = try attributes.codecs()
        resolution = try attributes.plain("RESOLUTION") { Resolution($0) }
        frameRate = try attributes.plain("FRAME-RATE") { DecimalText.number($0) }
        audioGroup = try attributes.quoted("AUDIO")
    }
}

extension AttributeList {
    /// - Returns: Empty where the attribute, which is only recommended, is absent.
    func codecs() throws(PlaylistError) -> [String] {
        try quoted("CODECS")?.split(separator: ",").map(String.init) ?? []
    }
}
