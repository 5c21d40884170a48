internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// The samples of one finished segment of fragmented MP4.
struct FinishedSegment {
    struct Sample {
        /// The presentation time in the package, in seconds.
        let time: Rational
        let isKey: Bool
        let bytes: [UInt8]
    }

    /// The codec configuration of the init segment: the content of an `avcC` box, or an AudioSpecificConfig.
    let configuration: [UInt8]
    /// The samples, in decode order.
    let samples: [Sample]

    /// Reads an init segment and a segment, as one file; the name is for messages.
    init(
        _ files: JoinedFiles, name segment: String, isStopped: @escaping @Sendable () -> Bool
    ) throws {
        let demuxer = try Demuxer(files, name: segment, analyze: false, stopWhen: isStopped)
        guard demuxer.streamCount == 1 else {
            throw InternalError("\(segment) does not have exactly one track")
        }
        configuration = demuxer.configuration(of: 0)
        let timeBase = demuxer.streams[0].timeBase
        let packet = try Packet()
        var samples: [Sample] = []
        while try demuxer.read(into: packet) {
            if isStopped() { throw CancellationError() }
            guard let time = packet.presentationTime else {
                throw InternalError("\(segment): a sample has no time")
            }
            samples.append(
                Sample(time: timeBase * time, isKey: packet.isKey, bytes: packet.copyBytes()))
        }
        self.samples = samples
    }
}
