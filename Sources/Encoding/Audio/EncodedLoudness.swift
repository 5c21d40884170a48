internal import LibAV
internal import MediaModel

/// The measurement of an encoded rendition, decoded as a player decodes it.
enum EncodedLoudness {
    /// Measures an init segment and segments that are read as one file.
    static func measure(
        _ file: any ByteReader, name: String, isStopped: @escaping @Sendable () -> Bool
    ) throws -> MeasuredLoudness {
        let demuxer = try Demuxer(file, name: name, analyze: false, stopWhen: isStopped)
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let meter = try LoudnessMeter()
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if isStopped() { throw CancellationError() }
            try decoder.decode(packet, meter.take)
        }
        try decoder.drain(meter.take)
        return try meter.finish()
    }
}
