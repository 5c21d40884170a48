public import MediaUnits

/// A rendition with its audio: `EXT-X-STREAM-INF` (RFC 8216, 4.3.4.2).
public struct Variant: Hashable, Sendable {
    /// The URI of the media playlist, relative to the multivariant playlist.
    public var uri: String
    /// The peak bit rate with the rendition of the audio group that has the highest peak, in bits per second.
    public var bandwidth: Int
    /// The average bit rate, likewise, in bits per second.
    public var averageBandwidth: Int?
    /// The codec strings of all codecs in any of the segments (RFC 6381).
    public var codecs: [String]
    /// The display size in pixels; `nil` without video.
    public var resolution: Resolution?
    /// The maximum frame rate in frames per second; `nil` without video.
    public var frameRate: Rational?
    /// The `groupID` of the audio renditions; `nil` if the segments contain the audio, or there is none.
    public var audioGroup: String?
    /// The `groupID` of the subtitle renditions; `nil` if there are none.
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

    /// Returns the tag and the line with the URI.
    ///
    /// - Parameter statesNoCaptions: Whether the tag has CLOSED-CAPTIONS=NONE.
    /// - Returns: Two lines without line feeds.
    func lines(statesNoCaptions: Bool) -> [String] {
        var attributes = AttributeListWriter("#EXT-X-STREAM-INF")
        attributes.add("BANDWIDTH", bandwidth)
        if let averageBandwidth { attributes.add("AVERAGE-BANDWIDTH", averageBandwidth) }
        if !codecs.isEmpty { attributes.add("CODECS", quoted: codecs.joined(separator: ",")) }
        if let resolution { attributes.add("RESOLUTION", resolution) }
        if let frameRate {
            let text = DecimalText.fixed((frameRate * 1000).rounded, decimals: 3)
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
    /// Returns the codec strings of CODECS; empty if the attribute, which is optional, is absent.
    func codecs() throws(PlaylistError) -> [String] {
        try quoted("CODECS")?.split(separator: ",").map(String.init) ?? []
    }
}
