internal import LibAV
internal import MediaModel
internal import MediaUnits

/// The content of the keyframe in the middle of a video and of the frame after it, since the first frames may be a title or a fade.
enum MiddleFrame {
    /// The pixels of the largest frames that are decoded: the keyframe takes 10 to 30 ms of CPU time, and one of 4K would take 80 to
    /// 170.
    private static let maximumPixels = 1920 * 1088
    /// The most packets that are read, since some containers are read from long before the time.
    private static let packetLimit = 100
    /// The most packets that are decoded: a decoder that reorders frames returns the second one after a few.
    private static let decodedLimit = 8

    /// Returns the middle one of a video's keyframes, in file order; `nil` if it may be among the first frames.
    static func keyframe(of keyframes: [Keyframe]) -> Keyframe? {
        keyframes.count < 2 ? nil : keyframes[keyframes.count / 2]
    }

    /// Decodes a keyframe and the frame after it, and measures both.
    ///
    /// - Returns: `nil` if it is not found, cannot be decoded or is black.
    static func sample(
        _ demuxer: Demuxer, video: StreamInfo, _ keyframe: Keyframe, isStopped: @Sendable () -> Bool
    ) throws -> ContentSample? {
        guard video.size.pixelCount <= maximumPixels else { return nil }
        do {
            return try decode(demuxer, video, keyframe, isStopped)
        } catch let error as LibAVError where !error.isInterrupted && !error.isOutOfMemory {
            return nil
        }
    }

    private static func decode(
        _ demuxer: Demuxer, _ video: StreamInfo, _ keyframe: Keyframe,
        _ isStopped: @Sendable () -> Bool
    ) throws -> ContentSample? {
        demuxer.select([video.index])
        try demuxer.seek(
            stream: video.index, to: keyframe.decodeTime ?? keyframe.presentationTime)
        let decoder = try Decoder(
            demuxer, stream: video.index, threads: 1, maximumPixels: maximumPixels)
        let packet = try Packet()
        var sampler = ContentSampler()
        // Frames before the keyframe may refer to others that are not decoded.
        func measure(_ frame: borrowing Frame) {
            guard sampler.count < 2, !frame.isCorrupt,
                frame.bestEffortTime.map({ $0 >= keyframe.presentationTime }) ?? false
            else { return }
            sampler.add(frame)
        }
        var decoded = 0
        for _ in 0..<packetLimit where sampler.count < 2 && decoded < decodedLimit {
            if isStopped() { throw CancellationError() }
            guard try demuxer.read(into: packet) else { break }
            let time = packet.presentationTime ?? packet.decodeTime
            guard decoded > 0 || packet.isKey && time == keyframe.presentationTime else { continue }
            decoded += 1
            try decoder.decode(packet, measure)
        }
        try decoder.drain(measure)
        return sampler.sample
    }
}
