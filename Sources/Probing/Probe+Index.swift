internal import LibAV
internal import MediaModel
internal import MediaSandbox

/// The choice between the index of an upload and all of its packets.
extension Probe {
    /// The size in bytes of the smallest upload of which only the index is read; chosen so that reading a smaller one takes no
    /// noticeable time.
    static let smallestIndexed = 32_000_000

    /// The share of an upload, and the least number of bytes, whose packets are read beside the index.
    private static let sampled = (share: 0.005, bytes: 2_000_000)

    /// libav's names of the codecs whose packets MP4 stores as decoders take them, so that the index lists them; libav parses
    /// others, such as AC-3, into packets of its own.
    private static let indexedCodecs: Set<String> = [
        "h264", "hevc", "av1", "mpeg4", "mpeg2video", "prores", "dnxhd", "mjpeg", "rawvideo",
        "aac", "alac", "amr_nb", "amr_wb", "opus", "flac",
    ]

    /// Measures all packets: by the index if the rest shows in a few packets, else by reading them.
    ///
    /// - Parameters:
    ///   - demuxer: A demuxer that has analyzed its streams and read no packet.
    ///   - wanted: The tracks to measure.
    ///   - captions: Takes the packets with captions.
    /// - Returns: The measurements.
    /// - Throws: `UploadError`, `PlanningError`, `LibAVError`; `CancellationError` once stopped.
    func scan(
        _ demuxer: Demuxer, _ wanted: [StreamInfo], _ captions: inout CaptionTracks
    ) throws -> PacketScan {
        let texts = Set(demuxer.streams.filter(CaptionTracks.supports).map(\.index))
        if let scan = try indexScan(demuxer, wanted) {
            if !texts.isEmpty { try read(texts, into: &captions) }
            return scan
        }
        // The sample has moved the demuxer.
        let demuxer = mayUseIndex(demuxer, wanted) ? try open() : demuxer
        demuxer.select(Set(wanted.map(\.index)).union(texts))
        return try PacketScan(demuxer, streams: wanted, limits, isStopped: isStopped) {
            captions.add($0)
        }
    }

    private func mayUseIndex(_ demuxer: Demuxer, _ wanted: [StreamInfo]) -> Bool {
        upload.size >= smallestIndexed && demuxer.formatName == "mov,mp4,m4a,3gp,3g2,mj2"
            && wanted.allSatisfy { stream in
                Self.indexedCodecs.contains(stream.codec) || stream.codec.hasPrefix("pcm_")
                    || stream.kind == .audio && !stream.isDecodable
            }
    }

    /// Measures all packets by the index of an MP4 or MOV upload.
    ///
    /// - Returns: `nil` if the index does not list all packets, or if all of them have to be read.
    func indexScan(_ demuxer: Demuxer, _ wanted: [StreamInfo]) throws -> PacketScan? {
        guard mayUseIndex(demuxer, wanted), try upload.hasCompleteIndex() else { return nil }
        let index = try upload.demuxer(analyze: false, stopWhen: isStopped)
        guard index.streamCount == demuxer.streamCount else { return nil }
        index.select(Set(wanted.map(\.index)))
        index.readIndex(like: demuxer)
        var scan = try PacketScan(
            index, .none, streams: wanted, limits, isStopped: isStopped)
        // The last packet of a truncated upload may have other flags when it is parsed.
        guard !scan.changesConfiguration, scan.tracks.values.allSatisfy({ $0.corruptCount == 0 })
        else { return nil }
        let maximumBytes = max(
            Self.sampled.bytes, Int(Self.sampled.share * Double(upload.size)))
        for stream in wanted where stream.kind == .video {
            guard let track = scan.tracks[stream.index], track.packetCount > 0 else { continue }
            guard
                let sample = try sample(demuxer, stream, track, maximumBytes: maximumBytes),
                !sample.needsAllPackets
            else { return nil }
            scan.add(sample, to: stream.index)
        }
        return scan
    }

    /// Reads a few packets of a track.
    ///
    /// - Returns: `nil` if they are not found or cannot be read.
    private func sample(
        _ demuxer: Demuxer, _ stream: StreamInfo, _ track: PacketScan.Track, maximumBytes: Int
    ) throws -> PacketSample? {
        do {
            return try PacketSample(
                demuxer, stream, track, maximumBytes: maximumBytes, isStopped: isStopped)
        } catch let error as LibAVError where !error.isInterrupted && !error.isOutOfMemory {
            return nil
        }
    }

    /// Reads the packets of text tracks.
    private func read(_ texts: Set<Int>, into captions: inout CaptionTracks) throws {
        let demuxer = try open()
        demuxer.select(texts)
        _ = try PacketScan(demuxer, streams: [], limits, isStopped: isStopped) { captions.add($0) }
    }
}
