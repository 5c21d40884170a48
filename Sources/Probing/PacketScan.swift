internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Presets

/// The measurements of one pass over all packets of an upload, without decoding.
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
        fileprivate(set) var sizes: Set<Resolution> = []
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
        private var lastTime = Int.min

        init(_ stream: StreamInfo) {
            credible = stream.credibleTicks
            timeBase = stream.timeBase.doubleValue
            isVideo = stream.kind == .video
        }

        mutating func add(_ packet: borrowing Packet) {
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
                        fingerprint: packet.fingerprint))
            }
            bytesBySecond[Int((Double(time) * timeBase).rounded(.down)), default: 0] +=
                packet.byteCount
            guard !packet.isDiscarded else { return }
            times.append(time)
            let duration = min(max(0, packet.duration), credible.upperBound)
            isContiguous = isContiguous && (end ?? time) == time
            if time >= lastTime { (lastTime, lastDuration) = (time, duration) }
            end = max(end ?? .min, time + duration)
        }

        /// The highest bit rate of two consecutive seconds, in bits per second.
        var peakBitrate: Int {
            4 * (bytesBySecond.map { $0.value + bytesBySecond[$0.key + 1, default: 0] }.max() ?? 0)
        }

        private func plausible(_ time: Int?) -> Int? {
            time.flatMap { credible.contains($0) ? $0 : nil }
        }
    }

    private(set) var tracks: [Int: Track]
    /// The error that ended reading before the end of the file.
    private(set) var failure: LibAVError?
    /// Whether the file joins recordings with separate timestamps, so that times are valid only when reading from the
    /// beginning.
    let isJoined: Bool

    /// Reads the remaining packets of the selected streams, and passes each to a closure.
    ///
    /// - Throws: `PlanningError` if there are more packets than the limits allow.
    init(
        _ demuxer: Demuxer, streams: [StreamInfo], _ limits: Limits,
        isStopped: @Sendable () -> Bool, inspect: (borrowing Packet) -> Void
    ) throws {
        tracks = Dictionary(uniqueKeysWithValues: streams.map { ($0.index, Track($0)) })
        let videoTracks = streams.filter { $0.kind == .video }.map(\.index)
        let readers = Dictionary(
            uniqueKeysWithValues: videoTracks.map { ($0, FrameSizeReader(demuxer, stream: $0)) })
        let packet = try Packet()
        var count = 0
        do {
            while try demuxer.read(into: packet) {
                if isStopped() { throw CancellationError() }
                count += 1
                try limits.check(packets: count)
                tracks[packet.streamIndex]?.add(packet)
                inspect(packet)
                guard packet.isKey, let reader = readers[packet.streamIndex] else { continue }
                if let size = reader?.size(of: packet) {
                    tracks[packet.streamIndex]?.sizes.insert(size)
                }
            }
        } catch let error as LibAVError where !error.isInterrupted {
            failure = error
        }
        isJoined = demuxer.recordingCount > 1
    }
}
