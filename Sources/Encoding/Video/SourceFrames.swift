internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// Decodes the source frames of a chunk, from the best keyframe before it.
struct SourceFrames {
    let upload: Upload
    let source: VideoSource
    let chunk: ChunkPlan
    let isStopped: @Sendable () -> Bool

    /// The error that decoding from a keyframe gave other frames than the plan expects.
    struct MismatchError: Error {}

    /// The result of decoding.
    struct Outcome {
        /// The subset of `times` whose frames are corrupt.
        var corruptTimes: [Int] = []
        var corruptPackets = 0
        /// The presentation times of the decoded frames in the chunk, in ticks.
        var times: [Int] = []
    }

    /// The seconds to seek before a keyframe's decode time, tried in order until a seek lands before the keyframe.
    private static let margins = [0.0, 0.5, 1, 2, 4, 8, 16]

    /// Decodes from the chunk's entry points in order, and at last from the beginning, each attempt with a new consumer.
    ///
    /// - Parameters:
    ///   - attempt: Makes a consumer for each attempt, since an attempt may fail in the middle.
    ///   - abandon: Stops the consumer of a failed attempt, before the next attempt begins.
    ///   - consume: Passes a frame of the chunk to the consumer, in presentation order.
    /// - Returns: The consumer that got every frame, and the result of decoding.
    /// - Throws: The errors of the closures; `CancellationError` once stopped.
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
                // If two entry points give the same frames, these are the upload's, even if they differ from the packets'
                // times. From the beginning there is no other attempt to make.
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
        throw InternalError("no entry point to decode from")
    }

    /// The number of frames after which corruption is the upload's, not the result of starting at a false keyframe.
    private static let cleanStart = 32

    /// Decodes from a keyframe, or from the beginning.
    ///
    /// Corruption soon after the start throws `MismatchError`, unless an earlier attempt found corruption at the same time.
    private func decode(
        from entry: Keyframe?, checks earlier: [Int]?, _ corruption: inout Set<Int>,
        _ consume: (borrowing Frame, _ time: Int) throws -> Void
    ) throws -> Outcome {
        let demuxer = try upload.demuxer(analyze: false, stopWhen: isStopped)
        demuxer.select([source.stream])
        let packet = try Packet()
        if let entry {
            guard try seek(to: entry, demuxer, packet) else { throw MismatchError() }
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
            // The second frame of two at one time is dropped; `expected` lists each time once.
            if let previous = outcome.times.last, time <= previous { return }
            if entry != nil {
                let isExpected = outcome.times.isEmpty ? time == first : true
                guard isExpected || earlier != nil else { throw MismatchError() }
                let isNew = frame.isCorrupt && corruption.insert(time).inserted
                if isNew && outcome.times.count < Self.cleanStart { throw MismatchError() }
            }
            if frame.isCorrupt { outcome.corruptTimes.append(time) }
            outcome.times.append(time)
            try consume(frame, time)
        }
        repeat {
            if isStopped() { throw CancellationError() }
            try decoder.decode(packet, take)
            // A frame after `last` proves that `last` was decoded; reordering is at most 16 frames deep.
        } while try !isDone && outcome.times.last != last && read(demuxer, packet)
        if !isDone && outcome.times.last != last { try decoder.drain(take) }
        outcome.corruptPackets = decoder.corruptPackets
        return outcome
    }

    /// Seeks to before a keyframe and reads up to it; seeks further back if the container's seek lands late.
    private func seek(
        to entry: Keyframe, _ demuxer: Demuxer, _ packet: borrowing Packet
    ) throws
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

    /// Reads the next packet; a read error ends the track, and the frames before it count.
    private func read(_ demuxer: Demuxer, _ packet: borrowing Packet) throws -> Bool {
        do {
            return try demuxer.read(into: packet)
        } catch let error as LibAVError where !error.isInterrupted {
            return false
        }
    }
}
