internal import Captions
internal import HLS
internal import LibAV
internal import MediaSandbox
internal import MediaUnits

/// The CEA-608 captions of one track: collected in packet order, decoded in presentation order.
///
/// The state of a caption decoder depends on all earlier data, so captions are decoded in one pass from the start. The
/// pass is cheap: video is not decoded.
struct ClosedCaptions {
    let stream: StreamInfo
    private var pairs: [(time: Int, pair: CEA608Pair)] = []
    private var lastTime: Int?
    private var discardedCount = 0

    /// Prepares to read a stream; `nil` if the stream cannot have closed captions.
    init?(_ stream: StreamInfo) {
        let isVideo = stream.kind == .video && !stream.disposition.isAttachedPicture
        guard isVideo && EmbeddedCaptions.codecs.contains(stream.codec) || Self.isTrack(stream)
        else { return nil }
        self.stream = stream
    }

    /// Returns whether a track consists of closed captions, as in QuickTime: packets of `cc_data`.
    static func isTrack(_ stream: StreamInfo) -> Bool {
        stream.kind == .subtitle && stream.codec == "eia_608"
    }

    /// Collects the pairs of a packet.
    ///
    /// - Parameters:
    ///   - packet: A packet of the track.
    ///   - limit: The most pairs to store; others are counted as discarded.
    /// - Returns: The number of stored pairs.
    mutating func add(_ packet: borrowing Packet, limit: Int) -> Int {
        guard !packet.isEncrypted else { return 0 }
        let stated = packet.presentationTime ?? packet.decodeTime
        let time = stated.flatMap { stream.credibleTicks.contains($0) ? $0 : nil } ?? lastTime
        guard let time else { return 0 }
        lastTime = time
        let found = Self.isTrack(stream) ? Self.units(packet) : EmbeddedCaptions.pairs(in: packet)
        let stored = found.prefix(limit)
        pairs += stored.map { (time, $0) }
        discardedCount += found.count - stored.count
        return stored.count
    }

    private static func units(_ packet: borrowing Packet) -> [CEA608Pair] {
        let bytes = packet.copyBytes()
        return stride(from: 0, to: bytes.count - 2, by: 3).compactMap {
            CEA608Pair(bytes[$0..<$0 + 3])
        }
    }

    /// Decodes the channels.
    ///
    /// - Parameter end: The end of the upload, in milliseconds of its timestamps.
    /// - Returns: The channels with text, named `CC1` to `CC4`.
    func decoded(until end: Int) -> [(name: String, cues: [CaptionCue], discardedCount: Int)] {
        var fields = [CEA608Field(), CEA608Field()]
        let ordered = pairs.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        for (_, entry) in ordered {
            fields[entry.pair.field].decode(entry.pair, at: milliseconds(entry.time))
        }
        for index in fields.indices { fields[index].finish(at: end) }
        return fields.flatMap(\.channels).enumerated().compactMap { index, channel in
            guard !channel.cues.isEmpty else { return nil }
            return ("CC\(index + 1)", channel.cues, channel.discardedCount + discardedCount)
        }
    }

    private func milliseconds(_ ticks: Int) -> Int {
        Rational.rescale(ticks, from: stream.timeBase, to: Rational(1, 1000)) ?? 0
    }
}
