public import MediaUnits

/// An I-frame playlist in the multivariant playlist: `EXT-X-I-FRAME-STREAM-INF` (RFC 8216, 4.3.4.3).
public struct IFrameVariant: Hashable, Sendable {
    /// The URI of the I-frame playlist, relative to the multivariant playlist.
    public var uri: String
    /// The peak bit rate of the I-frame playlist's entries, in bits per second.
    public var bandwidth: Int
    /// The average bit rate of the entries, in bits per second.
    public var averageBandwidth: Int?
    /// The codec strings of its video (RFC 6381).
    public var codecs: [String]
    /// The display size in pixels.
    public var resolution: Resolution?

    public init(
        uri: String, bandwidth: Int, averageBandwidth: Int? = nil, codecs: [String],
        resolution: Resolution?
    ) {
        self.uri = uri
        self.bandwidth = bandwidth
        self.averageBandwidth = averageBandwidth
        self.codecs = codecs
        self.resolution = resolution
    }

    var line: String {
        var attributes = AttributeListWriter("#EXT-X-I-FRAME-STREAM-INF")
        attributes.add("BANDWIDTH", bandwidth)
        if let averageBandwidth { attributes.add("AVERAGE-BANDWIDTH", averageBandwidth) }
        if !codecs.isEmpty { attributes.add("CODECS", quoted: codecs.joined(separator: ",")) }
        if let resolution { attributes.add("RESOLUTION", resolution) }
        attributes.add("URI", uri: uri)
        return attributes.text
    }

    init(_ attributes: AttributeList) throws(PlaylistError) {
        uri = try attributes.required("URI", attributes.quoted("URI"))
        bandwidth = try attributes.required(
            "BANDWIDTH", attributes.plain("BANDWIDTH") { DecimalText.integer($0) })
        averageBandwidth = try attributes.plain("AVERAGE-BANDWIDTH") { DecimalText.integer($0) }
        codecs = try attributes.codecs()
        resolution = try attributes.plain("RESOLUTION") { Resolution($0) }
    }
}
