internal import LibAV
internal import MediaSandbox
internal import MediaUnits
internal import SystemPackage
internal import VideoCodecs

/// Copies streams of an upload into an MP4 or QuickTime file, packet by packet, without metadata and, where the codec has a
/// `VideoCodecModel.messageFilter`, without messages in the stream.
struct StreamCopy {
    private let demuxer: Demuxer
    /// The stream indexes in the upload, in the order of the tracks in the MP4.
    private let streams: [Int]
    /// The upload's time at time 0 of the file, in seconds.
    private let start: Rational

    init(_ demuxer: Demuxer, _ streams: [Int], start: Rational) {
        self.demuxer = demuxer
        self.streams = streams
        self.start = start
    }

    /// Writes the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - format: A format of libav: `mp4`, or `mov`, which supports more codecs (AMR, PCM, Motion JPEG).
    ///   - seconds: The duration to copy, in decode time from the first packet that no edit list hides; `nil` for the whole stream.
    ///   - isStopped: Returns whether to stop; called before each packet.
    /// - Throws: `LibAVError`, for example if the format does not support the streams; `CancellationError` once stopped.
    func write(
        to path: FilePath, format: String, seconds: Double? = nil,
        isStopped: @escaping @Sendable () -> Bool
    ) throws {
        demuxer.select(Set(streams))
        let infos = demuxer.streams
        let filters = try streams.map { stream in
            try VideoCodec.ofStream(infos[stream].codec)?.model.messageFilter.map {
                try PacketFilter($0, for: stream, of: demuxer, subject: path.string)
            }
        }
        let muxer = try Muxer(format, file: path.string, subject: path.string)
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
                // Packets that an edit list hides are not part of the duration.
                if !packet.isDiscarded { first = first ?? time }
                if let first, time - first >= seconds {
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
        // The muxer moves the whole file to put the index first, without any report.
        _ = try reportingLiveness(by: isStopped) { try muxer.finish() }
    }
}

extension Packet {
    /// Converts the packet's times from ticks of one time base to ticks of another.
    func rescale(from: Rational, to: Rational) {
        func ticks(_ time: Int) -> Int? { Rational.rescale(time, from: from, to: to) }
        presentationTime = presentationTime.flatMap(ticks)
        decodeTime = decodeTime.flatMap(ticks)
        duration = ticks(duration) ?? 0
    }

    /// Moves the packet to an earlier time, by a number of ticks.
    fileprivate func move(by ticks: Int) {
        func moved(_ time: Int) -> Int? {
            let (result, overflow) = time.subtractingReportingOverflow(ticks)
            return overflow ? nil : result
        }
        presentationTime = presentationTime.flatMap(moved)
        decodeTime = decodeTime.flatMap(moved)
    }

    /// Returns whether an edit list hides the audio packet; false for the few priming packets before time 0 that decoders
    /// need.
    fileprivate func isHiddenAudio(_ timeBase: Rational) -> Bool {
        guard isDiscarded, let presentationTime else { return false }
        let seconds = Double(presentationTime) * timeBase.doubleValue
        return !(-0.1..<0).contains(seconds)
    }
}
