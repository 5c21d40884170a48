internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// What a few decoded frames of each track tell that no header does.
struct FrameSample {
    /// The first picture that could be decoded.
    struct Video {
        let size: Resolution
        let sampleAspectRatio: Rational?
        let pixels: PixelDescription
    }
    /// The first samples of a sound track.
    struct Audio {
        /// Ticks of the stream's time base; after what the container says to skip.
        let start: Int
        let sampleRate: Int
        let channels: Int
    }

    private(set) var picture: Video?
    /// Pictures were refused for their size.
    private(set) var hasLargeFrames = false
    /// Presentation times of the first pictures, in ticks, as the decoder puts them out.
    private(set) var frameTimes: [Int] = []
    private(set) var audioTracks: [Int: Audio] = [:]
    private var interlacedCount = 0
    private let credible: [Int: ClosedRange<Int>]

    /// Most of the pictures say that they are made of two fields.
    var isInterlaced: Bool { 2 * interlacedCount > frameTimes.count }

    /// Pictures to look at: more than any reordering, few enough to be cheap.
    private static let wantedFrames = 12
    /// No memory is taken for a larger picture.
    private static let maximumPixels = MediaBounds.pixels
    /// Packets of one track after which nothing more is hoped for.
    private static let packetLimit = 400

    init(
        _ demuxer: Demuxer, picture: StreamInfo?, audioTracks: [StreamInfo],
        isStopped: @Sendable () -> Bool
    ) throws {
        let streams = audioTracks + (picture.map { [$0] } ?? [])
        credible = Dictionary(uniqueKeysWithValues: streams.map { ($0.index, $0.credibleTicks) })
        var decoders: [Int: Decoder] = [:]
        if let picture {
            decoders[picture.index] = try Decoder(
                demuxer, stream: picture.index, threads: 1, maximumPixels: Self.maximumPixels)
        }
        for audio in audioTracks {
            // A sound that does not even open is reported as ignored, not as a failure.
            decoders[audio.index] = try? Decoder(demuxer, stream: audio.index, threads: 1)
        }
        var pending = Set(decoders.keys)
        var packetCounts: [Int: Int] = [:]
        demuxer.select(pending)
        let packet = try Packet()
        while !pending.isEmpty, try readOn(demuxer, packet) {
            if isStopped() { throw CancellationError() }
            let index = packet.streamIndex
            guard pending.contains(index), let decoder = decoders[index] else { continue }
            packetCounts[index, default: 0] += 1
            try decoder.decode(packet) {
                note($0, stream: index, isPicture: index == picture?.index)
            }
            let isEnough =
                index == picture?.index
                ? frameTimes.count >= Self.wantedFrames : self.audioTracks[index] != nil
            if isEnough || packetCounts[index, default: 0] >= Self.packetLimit {
                pending.remove(index)
            }
        }
        if let picture {
            hasLargeFrames = decoders[picture.index]?.refusedLargeFrames ?? false
        }
        for index in pending {
            try decoders[index]?.drain {
                note($0, stream: index, isPicture: index == picture?.index)
            }
        }
    }

    /// Damage ends the sample as the end of the file does.
    private func readOn(_ demuxer: Demuxer, _ packet: borrowing Packet) throws -> Bool {
        do {
            return try demuxer.read(into: packet)
        } catch let error as LibAVError where !error.isInterrupted {
            return false
        }
    }

    private mutating func note(_ frame: borrowing Frame, stream: Int, isPicture: Bool) {
        guard isPicture else {
            guard audioTracks[stream] == nil, let start = time(of: frame, stream) else { return }
            audioTracks[stream] = Audio(
                start: start, sampleRate: frame.sampleRate, channels: frame.channelCount)
            return
        }
        if picture == nil {
            picture = Video(
                size: frame.size, sampleAspectRatio: frame.sampleAspectRatio, pixels: frame.pixels)
        }
        guard let time = time(of: frame, stream) else { return }
        frameTimes.append(time)
        interlacedCount += frame.isInterlaced ? 1 : 0
    }

    private func time(of frame: borrowing Frame, _ stream: Int) -> Int? {
        frame.bestEffortTime.flatMap { credible[stream]?.contains($0) ?? false ? $0 : nil }
    }

    /// The presentation times of all pictures, by decoding them; ascending, each once.
    static func allTimes(
        _ demuxer: Demuxer, picture: StreamInfo, isStopped: @Sendable () -> Bool
    ) throws -> [Int] {
        let decoder = try Decoder(
            demuxer, stream: picture.index, threads: 2, maximumPixels: maximumPixels)
        demuxer.select([picture.index])
        var times: Set<Int> = []
        func take(_ frame: borrowing Frame) {
            if let time = frame.bestEffortTime, picture.credibleTicks.contains(time) {
                times.insert(time)
            }
        }
        let packet = try Packet()
        do {
            while try demuxer.read(into: packet) {
                if isStopped() { throw CancellationError() }
                try decoder.decode(packet, take)
            }
        } catch let error as LibAVError where !error.isInterrupted {
            // What was decoded before the damage counts.
        }
        try decoder.drain(take)
        return times.sorted()
    }
}
