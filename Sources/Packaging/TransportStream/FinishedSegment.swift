internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// The samples of one finished segment of fragmented MP4.
struct FinishedSegment {
    struct Sample {
        /// Seconds of the package's time.
        let time: Rational
        let isKey: Bool
        let bytes: [UInt8]
    }

    /// As the init segment has it: an `avcC` box's content, an AudioSpecificConfig.
    let configuration: [UInt8]
    /// In decode order.
    let samples: [Sample]

    /// Reads an init segment and a segment, as one file; the name is for messages.
    init(
        _ files: JoinedFiles, name segment: String, isStopped: @escaping @Sendable () -> Bool
    ) throws {
        let demuxer = try Demuxer(files, name: segment, analyse: false, stopWhen: isStopped)
        guard demuxer.streamCount == 1 else { throw InternalError("\(segment): no track") }
        configuration = demuxer.configuration(of: 0)
        let timeBase = demuxer.streams[0].timeBase
        let packet = try Packet()
        var samples: [Sample] = []
        while try demuxer.read(into: packet) {
            if isStopped() { throw CancellationError() }
            guard let time = packet.presentationTime else {
                throw InternalError("\(segment): a sample without a time")
            }
            samples.append(
                Sample(time: timeBase * time, isKey: packet.isKey, bytes: packet.copyBytes()))
        }
        self.samples = samples
    }
}
