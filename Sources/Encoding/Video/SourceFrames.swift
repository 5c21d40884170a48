internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// Decodes the source frames that a chunk needs, from the best place to start (segments.md, section 5).
struct SourceFrames {
    let upload: Upload
    let source: VideoSource
    let chunk: ChunkPlan
    let isStopped: @Sendable () -> Bool

    /// Decoding from a keyframe gave other frames than the plan expects.
    struct MismatchError: Error {}

    /// How decoding went.
    struct Outcome {
        /// Of `times`, those of frames with faults.
        var faultyTimes: [Int] = []
        var corruptPackets = 0
        /// Presentation times, in ticks, of the frames that came out and lie in the chunk.
        var times: [Int] = []
    }

    /// Seconds to go back before a keyframe's decode time when a seek does not land before it.
    private static let margins = [0.0, 0.5, 1, 2, 4, 8, 16]

    /// Tries the chunk's entries one after the other, each with a fresh consumer, and at last the beginning.
    ///
    /// - Parameters:
    ///   - attempt: Makes what consumes the frames, anew for each try, since a try may fail in the middle.
    ///   - abandon: Ends the consumer of a try that failed, before the next one begins.
    ///   - consume: Takes a frame that the chunk needs, in order of presentation.
    /// - Returns: The consumer that got every frame, and how decoding went.
    /// - Throws: What any of them throws; `CancellationError` once stopped.
    func decode<Consumer>(
        _ attempt: () throws -> Consumer, abandon: (Consumer) -> Void,
        _ consume: (Consumer, borrowing Frame, _ time: Int) throws -> Void
    ) throws -> (Consumer, Outcome) {
        var seen: [[Int]] = []
        var corruption: Set<Int> = []
        for entry in chunk.entries.map(Optional.some) + [nil] {
            let consumer = try attempt()
            do {
                let outcome = try decode(from: entry, checks: seen.last, &corruption) {
                    try consume(consumer, $0, $1)
                }
                // Frames differ from the packets' times, but in the same way from two places: so they are. And from the
                // beginning there is nothing else to try.
                if entry == nil || outcome.times == chunk.expected || seen.contains(outcome.times) {
                    return (consumer, outcome)
                }
                seen.append(outcome.times)
                abandon(consumer)
            } catch is MismatchError {
                abandon(consumer)
            } catch {
                abandon(consumer)
                throw error
            }
        }
        throw InternalError("no place to decode from")
    }

    /// Frames after which damage is the file's own, and not that of a start that was no true keyframe.
    private static let cleanStart = 32

    /// Decodes from a packet, or from the beginning.
    ///
    /// Damage soon after the start throws `MismatchError`; at a time where an earlier try saw it too, it is the file's.
    private func decode(
        from entry: Keyframe?, checks earlier: [Int]?, _ corruption: inout Set<Int>,
        _ consume: (borrowing Frame, _ time: Int) throws -> Void
    ) throws -> Outcome {
        let demuxer = try upload.demuxer(analyse: false, stopWhen: isStopped)
        demuxer.select([source.stream])
        let packet = try Packet()
        if let entry {
            guard try find(entry, demuxer, packet) else { throw MismatchError() }
        } else {
            guard try read(demuxer, packet) else { return Outcome() }
        }
        let decoder = try Decoder(
            demuxer, stream: source.stream, threads: source.decoderThreads,
            maximumPixels: source.maximumPixels)
        let (first, last) = (chunk.bounds?.lowerBound ?? .min, chunk.bounds?.upperBound ?? .max)
        var outcome = Outcome()
        var isDone = false
        func take(_ frame: borrowing Frame) throws {
            guard !isDone, let time = frame.bestEffortTime, time >= first else { return }
            guard time <= last else {
                isDone = true
                return
            }
            // Two frames at one time: the later one wins nothing; packets tell of each time once.
            if let previous = outcome.times.last, time <= previous { return }
            if entry != nil {
                let isExpected = outcome.times.isEmpty ? time == first : true
                guard isExpected || earlier != nil else { throw MismatchError() }
                let isNew = frame.isCorrupt && corruption.insert(time).inserted
                if isNew && outcome.times.count < Self.cleanStart { throw MismatchError() }
            }
            if frame.isCorrupt { outcome.faultyTimes.append(time) }
            outcome.times.append(time)
            try consume(frame, time)
        }
        repeat {
            if isStopped() { throw CancellationError() }
            try decoder.decode(packet, take)
            // Frames after the last one prove that it came out; reordering is never deeper than 16 frames.
        } while try !isDone && outcome.times.last != last && read(demuxer, packet)
        if !isDone && outcome.times.last != last { try decoder.drain(take) }
        outcome.corruptPackets = decoder.corruptPackets
        return outcome
    }

    /// Seeks to before a keyframe and reads on to it, going back further where the container's seek lands late.
    private func find(_ entry: Keyframe, _ demuxer: Demuxer, _ packet: borrowing Packet) throws
        -> Bool
    {
        let target = entry.decodeTime ?? entry.presentationTime
        let timeBase = demuxer.streams[source.stream].timeBase
        for margin in Self.margins {
            let ticks = Int(margin / timeBase.doubleValue)
            do {
                try demuxer.seek(stream: source.stream, to: target - ticks)
            } catch let error as LibAVError where !error.isInterrupted {
                continue
            }
            while try read(demuxer, packet) {
                if isStopped() { throw CancellationError() }
                let isSameTime =
                    packet.presentationTime == entry.presentationTime
                    || (packet.decodeTime != nil && packet.decodeTime == entry.decodeTime)
                if isSameTime && packet.fingerprint == entry.fingerprint { return true }
                if let time = packet.decodeTime ?? packet.presentationTime, time > target { break }
            }
        }
        return false
    }

    /// Damage ends the track where it is; what was decoded before it counts.
    private func read(_ demuxer: Demuxer, _ packet: borrowing Packet) throws -> Bool {
        do {
            return try demuxer.read(into: packet)
        } catch let error as LibAVError where !error.isInterrupted {
            return false
        }
    }
}
