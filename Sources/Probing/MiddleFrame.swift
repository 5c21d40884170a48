internal import LibAV
internal import MediaModel
internal import MediaUnits

/// The content of the keyframe in the middle of a video, since the first frames may be a title or a fade.
enum MiddleFrame {
    /// The pixels of the largest frame that is decoded: 10 to 30 ms of CPU time, and one of 4K would cost 80 to 170.
    private static let maximumPixels = 1920 * 1088
    /// The most packets that are read, since some containers are read from long before the time.
    private static let packetLimit = 100

    /// Returns the middle one of a video's keyframes, in file order; `nil` if it may be among the first frames.
    static func keyframe(of keyframes: [Keyframe]) -> Keyframe? {
        keyframes.count < 2 ? nil : keyframes[keyframes.count / 2]
    }

    /// Decodes a keyframe and measures it.
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
        for _ in 0..<packetLimit {
            if isStopped() { throw CancellationError() }
            guard try demuxer.read(into: packet) else { return nil }
            let time = packet.presentationTime ?? packet.decodeTime
            guard packet.isKey, time == keyframe.presentationTime else { continue }
            var sampler = ContentSampler()
            func measure(_ frame: borrowing Frame) {
                if sampler.sample == nil { sampler.add(frame) }
            }
            try decoder.decode(packet, measure)
            try decoder.drain(measure)
            return sampler.sample
        }
        return nil
    }
}
