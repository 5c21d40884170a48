internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// The properties of an upload's tracks that only decoded frames have, measured from the first frames.
struct FrameSample {
    /// The first decoded frame of the video track.
    struct Video {
        let size: Resolution
        let sampleAspectRatio: Rational?
        let pixels: PixelDescription
    }
    /// The first decoded frame of an audio track.
    struct Audio {
        /// The start in ticks of the stream's time base, after the samples that the container marks as skipped.
        let start: Int
        let sampleRate: Int
        let channels: Int
    }

    private(set) var video: Video?
    /// Whether the decoder rejected frames because of their size.
    private(set) var hasLargeFrames = false
    /// The presentation times of the first frames in ticks, in the decoder's output order.
    private(set) var frameTimes: [Int] = []
    private(set) var audioTracks: [Int: Audio] = [:]
    /// What the first frames show.
    private(set) var content = ContentSampler()
    /// What the keyframe in the middle shows; `nil` if there is none, or it was not measured.
    private(set) var middle: ContentSample?
    private var interlacedCount = 0
    private let credible: [Int: ClosedRange<Int>]

    /// Whether most of the frames are flagged as interlaced.
    var isInterlaced: Bool { 2 * interlacedCount > frameTimes.count }

    /// The pixels of the largest frame that is decoded.
    private static let maximumPixels = MediaBounds.pixels
    /// The most packets that are decoded of each track.
    private static let packetLimit = 400

    init(
        _ demuxer: Demuxer, video: StreamInfo?, audioTracks: [StreamInfo], middle: Keyframe?,
        isStopped: @Sendable () -> Bool
    ) throws {
        let streams = audioTracks + (video.map { [$0] } ?? [])
        credible = Dictionary(uniqueKeysWithValues: streams.map { ($0.index, $0.credibleTicks) })
        var decoders: [Int: Decoder] = [:]
        if let video {
            decoders[video.index] = try Decoder(
                demuxer, stream: video.index, threads: 1, maximumPixels: Self.maximumPixels)
        }
        for audio in audioTracks {
            // An audio track whose decoder does not open is reported as ignored, not as an error.
            decoders[audio.index] = try? Decoder(demuxer, stream: audio.index, threads: 1)
        }
        var pending = Set(decoders.keys)
        var packetCounts: [Int: Int] = [:]
        demuxer.select(pending)
        let packet = try Packet()
        while !pending.isEmpty, try readNext(demuxer, packet) {
            if isStopped() { throw CancellationError() }
            let index = packet.streamIndex
            guard pending.contains(index), let decoder = decoders[index] else { continue }
            packetCounts[index, default: 0] += 1
            try decoder.decode(packet) {
                record($0, stream: index, isVideo: index == video?.index)
            }
            let isEnough =
                index == video?.index
                ? frameTimes.count >= MediaBounds.sampledFrames : self.audioTracks[index] != nil
            if isEnough || packetCounts[index, default: 0] >= Self.packetLimit {
                pending.remove(index)
            }
        }
        if let video {
            hasLargeFrames = decoders[video.index]?.refusedLargeFrames ?? false
        }
        for index in pending {
            try decoders[index]?.drain {
                record($0, stream: index, isVideo: index == video?.index)
            }
        }
        if let video, let middle {
            self.middle = try MiddleFrame.sample(
                demuxer, video: video, middle, isStopped: isStopped)
        }
    }

    /// Reads the next packet; a read error is treated as the end of the file.
    private func readNext(_ demuxer: Demuxer, _ packet: borrowing Packet) throws -> Bool {
        do {
            return try demuxer.read(into: packet)
        } catch let error as LibAVError where !error.isInterrupted {
            return false
        }
    }

    private mutating func record(_ frame: borrowing Frame, stream: Int, isVideo: Bool) {
        guard isVideo else {
            guard audioTracks[stream] == nil, let start = time(of: frame, stream) else { return }
            audioTracks[stream] = Audio(
                start: start, sampleRate: frame.sampleRate, channels: frame.channelCount)
            return
        }
        if video == nil {
            video = Video(
                size: frame.size, sampleAspectRatio: frame.sampleAspectRatio, pixels: frame.pixels)
        }
        if !frame.isCorrupt, content.count < MediaBounds.sampledFrames { content.add(frame) }
        guard let time = time(of: frame, stream) else { return }
        frameTimes.append(time)
        interlacedCount += frame.isInterlaced ? 1 : 0
    }

    private func time(of frame: borrowing Frame, _ stream: Int) -> Int? {
        frame.bestEffortTime.flatMap { credible[stream]?.contains($0) ?? false ? $0 : nil }
    }

    /// Decodes the whole video track and returns its frames' presentation times, ascending, each once.
    static func allTimes(
        _ demuxer: Demuxer, video: StreamInfo, isStopped: @Sendable () -> Bool
    ) throws -> [Int] {
        let decoder = try Decoder(
            demuxer, stream: video.index, threads: 2, maximumPixels: maximumPixels)
        demuxer.select([video.index])
        var times: Set<Int> = []
        func record(_ frame: borrowing Frame) {
            if let time = frame.bestEffortTime, video.credibleTicks.contains(time) {
                times.insert(time)
            }
        }
        let packet = try Packet()
        do {
            while try demuxer.read(into: packet) {
                if isStopped() { throw CancellationError() }
                try decoder.decode(packet, record)
            }
        } catch let error as LibAVError where !error.isInterrupted {
            // The frames before a read error are used.
        }
        try decoder.drain(record)
        return times.sorted()
    }
}
