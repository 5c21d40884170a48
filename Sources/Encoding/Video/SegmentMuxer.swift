internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaUnits

/// The bytes of one finished segment of one rendition.
struct MuxedSegment: Sendable {
    let initialization: [UInt8]
    let bytes: [UInt8]
    let fragments: [Fragment]
}

/// Writes one segment of one rendition as independent fragmented MP4.
final class SegmentMuxer {
    private let muxer: Muxer
    private let initSize: Int
    private var fragmentStart: Int
    private var fragments: [Fragment] = []

    /// Writes the init segment.
    ///
    /// - Parameters:
    ///   - encoder: The encoder, for the codec's configuration; not retained.
    ///   - timescale: The ticks per second of the packets' times.
    ///   - sampleEntry: The sample entry of video; `nil` for audio, whose timescale is its sample rate.
    ///   - fragmentIndex: The number of the segment's first fragment in the rendition, counted from 1.
    ///   - subject: The rendition's name, for messages.
    /// - Throws: `LibAVError`, or `InternalError` if the muxer does not take the timescale.
    init(
        _ encoder: Encoder, timescale: Int, sampleEntry: String?, fragmentIndex: Int,
        subject: String
    ) throws {
        muxer = try Muxer(inMemory: "mp4", subject: subject)
        var options = [
            // `cmaf` leaves decode times unchanged; `frag_discont` allows a first one other than 0.
            "movflags": "cmaf+frag_custom+skip_trailer+frag_discont",
            "fragment_index": "\(fragmentIndex)",
        ]
        if sampleEntry != nil { options["video_track_timescale"] = "\(timescale)" }
        try muxer.addStream(
            encoder, timeBase: Rational(1, timescale), sampleEntry: sampleEntry)
        try muxer.writeHeader(options: options)
        guard muxer.timeBase(of: 0) == Rational(1, timescale) else {
            throw InternalError("\(subject): the muxer does not take the timescale \(timescale)")
        }
        initSize = muxer.byteCount
        fragmentStart = initSize
    }

    /// Writes a packet, whose times and duration are in ticks, into the open fragment.
    func write(_ packet: borrowing Packet) throws {
        packet.streamIndex = 0
        try muxer.write(packet)
    }

    /// Ends a fragment that has at least one packet.
    ///
    /// The time is in ticks, from the segment's start to the fragment's first frame or sample.
    func endFragment(time: Int, isKey: Bool) throws {
        try muxer.endFragment()
        let end = muxer.byteCount
        fragments.append(
            Fragment(
                offset: fragmentStart - initSize, size: end - fragmentStart, time: time,
                isKey: isKey))
        fragmentStart = end
    }

    func finish() throws -> MuxedSegment {
        let bytes = try muxer.finish()
        return MuxedSegment(
            initialization: Array(bytes[..<initSize]), bytes: Array(bytes[initSize...]),
            fragments: fragments)
    }
}
