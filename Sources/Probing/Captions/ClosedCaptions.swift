internal import Captions
internal import HLS
internal import LibAV
internal import MediaSandbox
internal import MediaUnits

/// Gathers the CEA-608 captions of one track as its packets come, and decodes them in the order in which they are shown.
///
/// What a screen shows follows from everything that came before, so they can only be decoded from the start, and in one
/// go; that is cheap, and no picture is decoded for it.
struct ClosedCaptions {
    let stream: StreamInfo
    private var pairs: [(time: Int, pair: CEA608Pair)] = []
    private var lastTime: Int?
    private var droppedCount = 0

    /// `nil` for a stream that cannot have any.
    init?(_ stream: StreamInfo) {
        let isPicture = stream.kind == .video && !stream.disposition.isAttachedPicture
        guard isPicture && EmbeddedCaptions.codecs.contains(stream.codec) || Self.isTrack(stream)
        else { return nil }
        self.stream = stream
    }

    /// Whether a track is nothing but such captions, as QuickTime has them: packets of `cc_data`.
    static func isTrack(_ stream: StreamInfo) -> Bool {
        stream.kind == .subtitle && stream.codec == "eia_608"
    }

    /// Takes a packet.
    ///
    /// - Parameters:
    ///   - packet: Of the track.
    ///   - room: Pairs that are kept at most; what is beyond is counted as lost.
    /// - Returns: Pairs that were kept.
    mutating func add(_ packet: borrowing Packet, room: Int) -> Int {
        guard !packet.isEncrypted else { return 0 }
        let stated = packet.presentationTime ?? packet.decodeTime
        let time = stated.flatMap { stream.credibleTicks.contains($0) ? $0 : nil } ?? lastTime
        guard let time else { return 0 }
        lastTime = time
        let found = Self.isTrack(stream) ? Self.units(packet) : EmbeddedCaptions.pairs(in: packet)
        let kept = found.prefix(room)
        pairs += kept.map { (time, $0) }
        droppedCount += found.count - kept.count
        return kept.count
    }

    private static func units(_ packet: borrowing Packet) -> [CEA608Pair] {
        let bytes = packet.copyBytes()
        return stride(from: 0, to: bytes.count - 2, by: 3).compactMap {
            CEA608Pair(bytes[$0..<$0 + 3])
        }
    }

    /// What each channel shows, until the upload's end in milliseconds of its own clock.
    ///
    /// Channels with text only: `CC1` to `CC4`.
    func decoded(until end: Int) -> [(name: String, cues: [CaptionCue], lostCount: Int)] {
        var fields = [CEA608Field(), CEA608Field()]
        let ordered = pairs.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        for (_, entry) in ordered {
            fields[entry.pair.field].take(entry.pair, at: milliseconds(entry.time))
        }
        for index in fields.indices { fields[index].finish(at: end) }
        return fields.flatMap(\.channels).enumerated().compactMap { index, channel in
            guard !channel.cues.isEmpty else { return nil }
            return ("CC\(index + 1)", channel.cues, channel.lostCount + droppedCount)
        }
    }

    private func milliseconds(_ ticks: Int) -> Int {
        Rational.rescale(ticks, from: stream.timeBase, to: Rational(1, 1000)) ?? 0
    }
}
