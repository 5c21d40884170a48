internal import LibAV
internal import MediaSandbox
internal import MediaUnits
internal import VideoCodecs

/// Copies streams of an upload into an MP4 or QuickTime file, packet by packet, without metadata.
struct StreamCopy {
    private let demuxer: Demuxer
    /// Stream numbers in the upload, in the order of the tracks in the MP4.
    private let streams: [Int]
    /// Seconds of the upload's clock at time 0 of the file.
    private let start: Rational

    init(_ demuxer: Demuxer, _ streams: [Int], start: Rational) {
        self.demuxer = demuxer
        self.streams = streams
        self.start = start
    }

    /// Slices, parameter sets and ends of sequences (ITU-T H.264, table 7-1): all that decoding needs.
    ///
    /// SEI messages are left out: cameras write places and dates there, encoders their settings, broadcasters captions.
    private static let withoutMessages = "filter_units=pass_types=1-5|7-8|10-11|13"

    /// Writes the file in a format of libav's: `mp4`; or `mov`, which holds more codecs (AMR, PCM, Motion JPEG).
    ///
    /// With `seconds`, no packet that is decoded later after the first one. `isStopped` is asked before each packet.
    func write(
        to path: String, format: String, seconds: Double? = nil,
        isStopped: @escaping @Sendable () -> Bool
    ) throws {
        demuxer.select(Set(streams))
        let infos = demuxer.streams
        let filters = try streams.map { stream in
            infos[stream].codec == VideoCodec.h264.model.streamCodec
                ? try PacketFilter(
                    Self.withoutMessages, for: stream, of: demuxer, subject: path) : nil
        }
        let muxer = try Muxer(format, file: path, subject: path)
        for (stream, filter) in zip(streams, filters) {
            try muxer.addStream(
                copying: stream, of: demuxer, through: filter,
                sampleEntries: VideoCodec.all.map(\.model.sampleEntry))
        }
        try muxer.writeHeader(options: ["movflags": "+faststart"])
        let packet = try Packet()
        var first: Double?
        var open = Set(streams)
        while try demuxer.read(into: packet) {
            if isStopped() { throw CancellationError() }
            guard let track = streams.firstIndex(of: packet.streamIndex) else { continue }
            let stream = infos[packet.streamIndex]
            if let seconds, let ticks = packet.decodeTime ?? packet.presentationTime {
                let time = Double(ticks) * stream.timeBase.doubleValue
                first = first ?? time
                if time - (first ?? time) >= seconds {
                    open.remove(packet.streamIndex)
                    if open.isEmpty { break }
                    continue
                }
            }
            packet.move(by: (start / stream.timeBase).rounded)
            if stream.kind == .audio, packet.isHiddenAudio(stream.timeBase) { continue }
            if let filter = filters[track], try !filter.apply(to: packet) { continue }
            packet.rescale(from: stream.timeBase, to: muxer.timeBase(of: track))
            packet.streamIndex = track
            try muxer.interleave(packet)
        }
        // It moves the whole file, in silence.
        _ = try reportingLiveness(by: isStopped) { try muxer.finish() }
    }
}

extension Packet {
    /// Turns its times from ticks of one time base into those of another.
    func rescale(from: Rational, to: Rational) {
        func ticks(_ time: Int) -> Int? { Rational.rescale(time, from: from, to: to) }
        presentationTime = presentationTime.flatMap(ticks)
        decodeTime = decodeTime.flatMap(ticks)
        duration = ticks(duration) ?? 0
    }

    /// Makes it that many ticks earlier.
    fileprivate func move(by ticks: Int) {
        func moved(_ time: Int) -> Int? {
            let (result, overflow) = time.subtractingReportingOverflow(ticks)
            return overflow ? nil : result
        }
        presentationTime = presentationTime.flatMap(moved)
        decodeTime = decodeTime.flatMap(moved)
    }

    /// Whether an edit hides it that cuts sound, rather than the few packets that decoders need before the first one heard.
    fileprivate func isHiddenAudio(_ timeBase: Rational) -> Bool {
        guard isDiscarded, let presentationTime else { return false }
        let seconds = Double(presentationTime) * timeBase.doubleValue
        return !(-0.1..<0).contains(seconds)
    }
}
