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
    /// The frames that are not decoded where the bitstream allows it; such frames count as decoded.
    var skippable = SkippableFrames()
    /// Whether frames are not deblocked, if the decoder can do without.
    var skipsDeblocking = false
    let isStopped: @Sendable () -> Bool

    /// The error that decoding from a keyframe gave other frames than the plan expects.
    struct MismatchError: Error {}

    /// The properties of packets and frames that decoding shows.
    struct Observations {
        var corruptPackets = 0
        var hasClosedCaptions = false
        var sizes: Set<Resolution> = []
    }

    /// The result of decoding.
    struct Outcome {
        /// The subset of `times` whose frames are corrupt.
        var corruptTimes: [Int] = []
        var observations = Observations()
        /// The presentation times of the decoded frames in the chunk, in ticks.
        var times: [Int] = []
    }

    /// The seconds to seek before a keyframe's decode time, tried in order until a seek lands before the keyframe.
    private static let margins = [0.0, 0.5, 1, 2, 4, 8, 16]

    /// The chunk's entry points in order, and at last the beginning.
    private var entries: [Keyframe?] { chunk.entries.map(Optional.some) + [nil] }

    /// Decodes from the chunk's entry points in order, and at last from the beginning, each attempt with a new consumer.
    ///
    /// Skippable frames are skipped first. Unless all others are decoded as expected and without corruption, all frames are decoded.
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
        if !skippable.isEmpty, let result = try decodeNeeded(attempt, abandon: abandon, consume) {
            return result
        }
        var seen: [[Int]] = []
        var corruption: Set<Int> = []
        for entry in entries {
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

    /// Decodes without the skippable frames, as `decode` does.
    ///
    /// - Returns: `nil` if frames are not those expected, or some are corrupt.
    private func decodeNeeded<Consumer>(
        _ attempt: () throws -> Consumer, abandon: (Consumer) -> Void,
        _ consume: (Consumer, borrowing Frame, _ time: Int) throws -> Void
    ) throws -> (Consumer, Outcome)? {
        for entry in entries {
            let consumer = try attempt()
            var hasStarted = false
            do {
                let observations = try decodeNeeded(from: entry) {
                    hasStarted = true
                    try consume(consumer, $0, $1)
                }
                return (consumer, Outcome(observations: observations, times: chunk.expected))
            } catch is MismatchError {
                abandon(consumer)
                if hasStarted { return nil }
            } catch {
                abandon(consumer)
                throw error
            }
        }
        return nil
    }

    /// Decodes all but the skippable frames from a keyframe, or from the beginning.
    private func decodeNeeded(
        from entry: Keyframe?, _ consume: (borrowing Frame, _ time: Int) throws -> Void
    ) throws -> Observations {
        var comparison = skippable.comparison
        let observations = try decode(from: entry, skipping: skippable) { frame, time in
            guard comparison.accepts(time), !frame.isCorrupt else { throw MismatchError() }
            try consume(frame, time)
        }
        guard comparison.isComplete, observations.corruptPackets == 0 else {
            throw MismatchError()
        }
        return observations
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
        var outcome = Outcome()
        let first = bounds.lowerBound
        outcome.observations = try decode(from: entry) { frame, time in
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
        return outcome
    }

    /// The times of the chunk's first and last source frame, in ticks.
    private var bounds: ClosedRange<Int> { chunk.bounds ?? .min ... .max }

    /// Decodes from a keyframe, or from the beginning, and lends the chunk's frames, one for each time.
    ///
    /// - Parameters:
    ///   - entry: The keyframe; `nil` for the beginning.
    ///   - skippable: The frames that are not decoded where the bitstream allows it.
    ///   - body: Takes a frame, in presentation order.
    /// - Returns: The number of packets that could not be decoded, and other properties.
    /// - Throws: `MismatchError` if the keyframe is not found; the errors of `body`; `CancellationError` once stopped.
    private func decode(
        from entry: Keyframe?, skipping skippable: SkippableFrames = SkippableFrames(),
        _ body: (borrowing Frame, _ time: Int) throws -> Void
    ) throws -> Observations {
        let demuxer = try upload.demuxer(analyze: false, stopWhen: isStopped)
        demuxer.select([source.stream])
        let packet = try Packet()
        if let entry {
            guard try seek(to: entry, demuxer, packet) else { throw MismatchError() }
        } else {
            guard try read(demuxer, packet) else { return Observations() }
        }
        let decoder = try Decoder(
            demuxer, stream: source.stream, threads: source.decoderThreads,
            maximumPixels: source.maximumPixels)
        decoder.skipsDeblocking = skipsDeblocking
        let last = bounds.upperBound
        var observations = Observations()
        var previous: Int?
        var isDone = false
        func take(_ frame: borrowing Frame) throws {
            guard !isDone, let time = frame.bestEffortTime, time >= bounds.lowerBound else {
                return
            }
            guard time <= last else {
                isDone = true
                return
            }
            // The second frame of two at one time is dropped; `expected` lists each time once.
            if let previous, time <= previous { return }
            previous = time
            observations.sizes.insert(frame.size)
            try body(frame, time)
        }
        repeat {
            if isStopped() { throw CancellationError() }
            decoder.skipsUnreferenced =
                !packet.isCorrupt && packet.presentationTime.map(skippable.contains) ?? false
            observations.hasClosedCaptions =
                observations.hasClosedCaptions || packet.mayHaveClosedCaptions
            try decoder.decode(packet, take)
            // A frame after `last` proves that `last` was decoded; reordering is at most 16 frames deep.
        } while try !isDone && previous != last && read(demuxer, packet)
        if !isDone && previous != last { try decoder.drain(take) }
        observations.corruptPackets = decoder.corruptPackets
        return observations
    }

    /// Seeks to before a keyframe and reads up to it; seeks further back if the container's seek lands late.
    private func seek(
        to entry: Keyframe, _ demuxer: Demuxer, _ packet: borrowing Packet
    ) throws
        -> Bool
    {
        let target = entry.decodeTime ?? entry.presentationTime
        let timeBase = demuxer.streams[source.stream].timeBase
        var times = Self.margins.map { target - Int($0 / timeBase.doubleValue) }
        if demuxer.seeksByPresentationTime, entry.presentationTime != target {
            times.insert(entry.presentationTime, at: 0)
        }
        for time in times {
            do {
                try demuxer.seek(stream: source.stream, to: time)
            } catch let error as LibAVError where !error.isInterrupted {
                continue
            }
            while try read(demuxer, packet) {
                if isStopped() { throw CancellationError() }
                let isSameTime =
                    packet.presentationTime == entry.presentationTime
                    || (packet.decodeTime != nil && packet.decodeTime == entry.decodeTime)
                if isSameTime && packet.matches(entry.fingerprint) { return true }
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
