internal import Errors
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import Storage

/// The frames of a rendition, decoded one after another from the rendition's files.
final class EncodedFrames {
    private let demuxer: Demuxer
    private let decoder: Decoder
    private let packet: Packet
    private var pending: [SharedFrame] = []
    private var isAtEnd = false

    /// Opens a rendition.
    ///
    /// - Parameters:
    ///   - files: The init segment and segments, or one whole file; read as one.
    ///   - name: The rendition's name, for messages.
    ///   - isStopped: Returns whether to stop; called often while libav reads.
    /// - Throws: `LibAVError` or `StorageError` if the files cannot be read; `InternalError` if they have no video.
    convenience init(
        _ files: [RegularFile], name: String, isStopped: @escaping @Sendable () -> Bool
    ) throws {
        try self.init(
            Demuxer(
                JoinedFiles(files.count) { files[$0] }, name: name, analyze: true,
                stopWhen: isStopped), name: name)
    }

    /// Opens a rendition in memory: its init segment, then its segments.
    convenience init(_ parts: [[UInt8]], name: String) throws {
        try self.init(
            Demuxer(MemoryReader(parts), name: name, analyze: false, stopWhen: { false }),
            name: name)
    }

    private init(_ demuxer: Demuxer, name: String) throws {
        self.demuxer = demuxer
        guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else {
            throw InternalError("\(name): the files have no video")
        }
        demuxer.select([stream.index])
        decoder = try Decoder(demuxer, stream: stream.index, threads: 1)
        packet = try Packet()
    }

    /// Returns the next frame in presentation order; `nil` after the last one.
    func next() throws -> SharedFrame? {
        while pending.isEmpty, !isAtEnd {
            if try demuxer.read(into: packet) {
                try decoder.decode(packet) { pending.append(try SharedFrame($0.sharing())) }
            } else {
                isAtEnd = true
                try decoder.drain { pending.append(try SharedFrame($0.sharing())) }
            }
        }
        return pending.isEmpty ? nil : pending.removeFirst()
    }
}
