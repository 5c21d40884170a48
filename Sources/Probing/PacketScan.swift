internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Presets

/// The measurements of all packets of an upload, without decoding.
struct PacketScan {
    /// The measurements of one stream.
    struct Track {
        /// The presentation times of packets that are shown, in ticks, in file order.
        var times: [Int] = []
        var keyframes: [Keyframe] = []
        var packetCount = 0
        /// Whether a packet has no plausible presentation time.
        var lacksTimes = false
        /// Whether a packet is encrypted.
        var isEncrypted = false
        /// The sizes of keyframes by their headers; several if the frame size changes within the video.
        private(set) var sizes: Set<Resolution> = []
        /// The number of packets that the demuxer flags as corrupt.
        var corruptCount = 0
        /// The duration in ticks of the packet with the latest presentation time; 0 if unknown.
        var lastDuration = 0
        /// The latest end of a packet, in ticks.
        var end: Int?
        /// Whether each packet that is shown starts at the end of the one before.
        private(set) var isContiguous = true
        /// The sizes of packets by the second of their presentation times.
        private var bytesBySecond: [Int: Int] = [:]
        private let timeBase: Double
        private let credible: ClosedRange<Int>
        private let isVideo: Bool
        /// The latest presentation time of a packet that is shown, in ticks, and its decode time.
        private(set) var lastTime = Int.min
        private(set) var lastDecodeTime: Int?

        init(_ stream: StreamInfo) {
            credible = stream.credibleTicks
            timeBase = stream.timeBase.doubleValue
            isVideo = stream.kind == .video
        }

        /// Adds a packet, with its content or by the index.
        mutating func add(_ packet: borrowing Packet, _ content: Content) {
            packetCount += 1
            isEncrypted = isEncrypted || packet.isEncrypted
            corruptCount += packet.isCorrupt ? 1 : 0
            let presented = plausible(packet.presentationTime)
            lacksTimes = lacksTimes || presented == nil
            guard let time = presented ?? plausible(packet.decodeTime) else { return }
            if isVideo && packet.isKey {
                keyframes.append(
                    Keyframe(
                        presentationTime: time, decodeTime: plausible(packet.decodeTime),
                        fingerprint: content == .none
                            ? packet.sizeFingerprint : packet.fingerprint))
            }
            bytesBySecond[Int((Double(time) * timeBase).rounded(.down)), default: 0] +=
                packet.byteCount
            guard !packet.isDiscarded else { return }
            times.append(time)
            let duration = min(max(0, packet.duration), credible.upperBound)
            isContiguous = isContiguous && (end ?? time) == time
            if time >= lastTime {
                (lastTime, lastDuration) = (time, duration)
                lastDecodeTime = plausible(packet.decodeTime)
            }
            end = max(end ?? .min, time + duration)
        }

        /// Adds the size of a keyframe.
        mutating func add(_ size: Resolution) { sizes.insert(size) }

        /// Adds what only the content of packets shows to a track that was measured by the index.
        mutating func add(_ sample: PacketSample) {
            sizes = sample.sizes
            lastDuration = min(max(0, sample.lastDuration), credible.upperBound)
            end = end.map { _ in lastTime + lastDuration }
        }

        /// The highest bit rate of two consecutive seconds, in bits per second.
        var peakBitrate: Int {
            4 * (bytesBySecond.map { $0.value + bytesBySecond[$0.key + 1, default: 0] }.max() ?? 0)
        }

        private func plausible(_ time: Int?) -> Int? {
            time.flatMap { credible.contains($0) ? $0 : nil }
        }
    }

    /// The part of packets that is read.
    enum Content {
        /// Their content, from the upload.
        case whole
        /// Nothing: the demuxer reads the index only.
        case none
    }

    /// The part of packets that was read.
    let content: Content
    private(set) var tracks: [Int: Track]
    /// Whether the container's description of a stream changes within it.
    private(set) var changesConfiguration = false
    /// The error that ended reading before the end of the file.
    private(set) var failure: LibAVError?
    /// Whether the file joins recordings with separate timestamps, so that times are valid only when reading from the
    /// beginning.
    let isJoined: Bool

    /// Reads the remaining packets of the selected streams, and passes each to a closure.
    ///
    /// - Parameters:
    ///   - demuxer: The demuxer.
    ///   - content: The part of packets that the demuxer reads.
    ///   - streams: The streams to measure.
    ///   - limits: The limits of the number of packets.
    ///   - isStopped: Whether the work is canceled.
    ///   - inspect: Borrows each packet.
    /// - Throws: `PlanningError` if there are more packets than the limits allow.
    init(
        _ demuxer: Demuxer, _ content: Content = .whole, streams: [StreamInfo], _ limits: Limits,
        isStopped: @Sendable () -> Bool, inspect: (borrowing Packet) -> Void = { _ in }
    ) throws {
        self.content = content
        tracks = Dictionary(uniqueKeysWithValues: streams.map { ($0.index, Track($0)) })
        let videoTracks =
            content == .none ? [] : streams.filter { $0.kind == .video }.map(\.index)
        let readers = Dictionary(
            uniqueKeysWithValues: videoTracks.map { ($0, FrameSizeReader(demuxer, stream: $0)) })
        let packet = try Packet()
        var count = 0
        do {
            while try demuxer.read(into: packet) {
                if isStopped() { throw CancellationError() }
                count += 1
                try limits.check(packets: count)
                tracks[packet.streamIndex]?.add(packet, content)
                changesConfiguration = changesConfiguration || packet.changesConfiguration
                inspect(packet)
                guard packet.isKey, let reader = readers[packet.streamIndex] else { continue }
                if let size = reader?.size(of: packet) {
                    tracks[packet.streamIndex]?.add(size)
                }
            }
        } catch let error as LibAVError where !error.isInterrupted {
            failure = error
        }
        isJoined = demuxer.recordingCount > 1
    }

    /// Adds what only the content of packets shows to a track that was measured by the index.
    mutating func add(_ sample: PacketSample, to track: Int) { tracks[track]?.add(sample) }
}
