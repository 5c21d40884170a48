internal import LibAV
internal import MediaUnits

/// Copies streams of an upload into an MP4 or QuickTime file, packet by packet, without metadata.
struct StreamCopy {
    private let demuxer: Demuxer
    /// Stream numbers in the upload, in the order of the tracks in the MP4.
    private let streams: [Int]

    init(_ demuxer: Demuxer, _ streams: [Int]) {
        self.demuxer = demuxer
        self.streams = streams
    }

    /// Writes the file in a format of libav's: `mp4`; or `mov`, which holds more codecs (AMR, PCM, Motion JPEG).
    ///
    /// With `seconds`, no packet that is decoded later after the first one. `isStopped` is asked before each packet.
    func write(
        to path: String, format: String, seconds: Double? = nil, isStopped: () -> Bool
    ) throws {
        demuxer.select(Set(streams))
        let muxer = try Muxer(format, file: path, subject: path)
        for stream in streams { try muxer.addStream(copying: stream, of: demuxer) }
        try muxer.writeHeader(options: ["movflags": "+faststart"])
        let timeBases = demuxer.streams.map(\.timeBase)
        let packet = try Packet()
        var first: Double?
        var open = Set(streams)
        while try demuxer.read(into: packet) {
            if isStopped() { throw CancellationError() }
            guard let track = streams.firstIndex(of: packet.streamIndex) else { continue }
            if let seconds, let ticks = packet.decodeTime ?? packet.presentationTime {
                let time = Double(ticks) * timeBases[packet.streamIndex].doubleValue
                first = first ?? time
                if time - (first ?? time) >= seconds {
                    open.remove(packet.streamIndex)
                    if open.isEmpty { break }
                    continue
                }
            }
            packet.rescale(from: timeBases[packet.streamIndex], to: muxer.timeBase(of: track))
            packet.streamIndex = track
            try muxer.interleave(packet)
        }
        _ = try muxer.finish()
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
}
