internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import Storage

/// The pictures of a rendition, one after another, decoded from its files.
final class EncodedFrames {
    private let demuxer: Demuxer
    private let decoder: Decoder
    private let packet: Packet
    private var waiting: [SharedFrame] = []
    private var isOver = false

    /// Opens a rendition.
    ///
    /// - Parameters:
    ///   - files: Init segment and segments, or one whole file; read as one.
    ///   - name: For messages only.
    ///   - isStopped: Asked often while libav reads.
    /// - Throws: `LibAVError` or `StorageError` if they cannot be read; `InternalError` if there are no pictures.
    init(
        _ files: [RegularFile], name: String, isStopped: @escaping @Sendable () -> Bool
    ) throws {
        demuxer = try Demuxer(
            JoinedFiles(files.count) { files[$0] }, name: name, analyse: true, stopWhen: isStopped)
        guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else {
            throw InternalError("\(name): no pictures in its files")
        }
        demuxer.select([stream.index])
        decoder = try Decoder(demuxer, stream: stream.index, threads: 1)
        packet = try Packet()
    }

    /// The next picture in order of presentation; `nil` after the last one.
    func next() throws -> SharedFrame? {
        while waiting.isEmpty, !isOver {
            if try demuxer.read(into: packet) {
                try decoder.decode(packet) { waiting.append(try SharedFrame($0.sharing())) }
            } else {
                isOver = true
                try decoder.drain { waiting.append(try SharedFrame($0.sharing())) }
            }
        }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
