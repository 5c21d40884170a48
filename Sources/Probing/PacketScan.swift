internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Presets

/// What one pass over all packets of an upload, without decoding, tells about each stream.
struct PacketScan {
    /// One stream's packets.
    struct Track {
        /// Presentation times of packets that are shown, in ticks, in order of arrival.
        var times: [Int] = []
        var keyframes: [Keyframe] = []
        var packetCount = 0
        /// Some packet had no presentation time.
        var lacksTimes = false
        /// Some packet is encrypted: nothing can be decoded without its key.
        var isEncrypted = false
        /// Sizes of keyframes, each once, where their headers tell; more than one: the size changes on the way.
        fileprivate(set) var sizes: Set<Resolution> = []
        /// Packets that the container itself calls damaged.
        var corruptCount = 0
        /// Ticks from the last packet's presentation time to its end, 0 if not known, by that time.
        var lastDuration = 0
        /// End of the packet that ends last, in ticks.
        var end: Int?
        private let credible: ClosedRange<Int>
        private let isVideo: Bool
        private var lastTime = Int.min

        init(_ stream: StreamInfo) {
            credible = stream.credibleTicks
            isVideo = stream.kind == .video
        }

        mutating func add(_ packet: borrowing Packet) {
            packetCount += 1
            isEncrypted = isEncrypted || packet.isEncrypted
            corruptCount += packet.isCorrupt ? 1 : 0
            let presented = believable(packet.presentationTime)
            lacksTimes = lacksTimes || presented == nil
            guard let time = presented ?? believable(packet.decodeTime) else { return }
            if isVideo && packet.isKey {
                keyframes.append(
                    Keyframe(
                        presentationTime: time, decodeTime: believable(packet.decodeTime),
                        fingerprint: packet.fingerprint))
            }
            guard !packet.isDiscarded else { return }
            times.append(time)
            let duration = min(max(0, packet.duration), credible.upperBound)
            if time >= lastTime { (lastTime, lastDuration) = (time, duration) }
            end = max(end ?? .min, time + duration)
        }

        private func believable(_ time: Int?) -> Int? {
            time.flatMap { credible.contains($0) ? $0 : nil }
        }
    }

    private(set) var tracks: [Int: Track]
    /// Reading stopped at damage before the end of the file.
    private(set) var failure: LibAVError?
    /// Several recordings were joined, each with a clock of its own: times hold only if all is read from the beginning.
    let isJoined: Bool

    /// Reads every packet of the selected streams from where the demuxer stands, and shows each to `look`.
    ///
    /// - Throws: `PlanningError` as soon as there are more packets than the limits allow.
    init(
        _ demuxer: Demuxer, streams: [StreamInfo], _ limits: Limits,
        isStopped: @Sendable () -> Bool, look: (borrowing Packet) -> Void
    ) throws {
        tracks = Dictionary(uniqueKeysWithValues: streams.map { ($0.index, Track($0)) })
        let pictures = streams.filter { $0.kind == .video }.map(\.index)
        let readers = Dictionary(
            uniqueKeysWithValues: pictures.map { ($0, FrameSizeReader(demuxer, stream: $0)) })
        let packet = try Packet()
        var count = 0
        do {
            while try demuxer.read(into: packet) {
                if isStopped() { throw CancellationError() }
                count += 1
                try limits.check(packets: count)
                tracks[packet.streamIndex]?.add(packet)
                look(packet)
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
