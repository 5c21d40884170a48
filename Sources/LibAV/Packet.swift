internal import CLibAV
internal import CLibAVShim

/// One unit of compressed data; frees its `AVPacket` when it goes out of scope.
public struct Packet: ~Copyable {
    let raw: UnsafeMutablePointer<AVPacket>

    public init() throws(LibAVError) { raw = try allocated(av_packet_alloc(), "av_packet_alloc") }

    deinit {
        var raw: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&raw)
    }

    /// When to show it, in ticks of the stream's time base; `nil` if the container does not say.
    public var presentationTime: Int? {
        get { Self.time(raw.pointee.pts) }
        nonmutating set { raw.pointee.pts = newValue.map(Int64.init) ?? vt_no_timestamp }
    }

    /// When to decode it, in ticks of the stream's time base; `nil` if the container does not say.
    public var decodeTime: Int? {
        get { Self.time(raw.pointee.dts) }
        nonmutating set { raw.pointee.dts = newValue.map(Int64.init) ?? vt_no_timestamp }
    }

    /// In ticks of the stream's time base; 0 if not known.
    public var duration: Int {
        get { Int(raw.pointee.duration) }
        nonmutating set { raw.pointee.duration = Int64(newValue) }
    }

    public var streamIndex: Int {
        get { Int(raw.pointee.stream_index) }
        nonmutating set { raw.pointee.stream_index = Int32(newValue) }
    }

    public var byteCount: Int { Int(raw.pointee.size) }
    public var isKey: Bool { raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    /// Decoded, but not shown: before the start of an edit.
    public var isDiscarded: Bool { raw.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
    /// The container says that its bytes are damaged.
    public var isCorrupt: Bool { raw.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
    public var isEncrypted: Bool { vt_packet_is_encrypted(raw) != 0 }

    /// What an encoder says of a P-picture: its mean quantizer.
    ///
    /// `nil` for other pictures, and if it does not say.
    public var predictedQuantizer: Double? {
        // libavcodec/packet.h: lambda as 32 bits, little-endian, then the picture's type.
        var size = 0
        guard let bytes = av_packet_get_side_data(raw, AV_PKT_DATA_QUALITY_STATS, &size),
            size >= 5, bytes[4] == UInt8(AV_PICTURE_TYPE_P.rawValue)
        else { return nil }
        let lambda = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
        return Double(lambda) / Double(FF_QP2LAMBDA)
    }

    /// Settings of a WebVTT cue (WebVTT, 4.4), which Matroska keeps apart from the text; `nil` if there are none.
    public var cueSettings: String? {
        var size = 0
        guard let bytes = av_packet_get_side_data(raw, AV_PKT_DATA_WEBVTT_SETTINGS, &size) else {
            return nil
        }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self)
    }

    /// Lends its bytes; the span must not outlive the call.
    public func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: raw.pointee.data, count: byteCount).bytes)
    }

    /// A number that tells packets of one stream apart: size and first bytes (FNV-1a, 64 bits).
    public var fingerprint: UInt64 {
        withBytes { bytes in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.byteCount)
            for offset in 0..<min(256, bytes.byteCount) {
                hash ^= UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
                hash = hash &* 0x100_0000_01b3
            }
            return hash
        }
    }

    /// Cuts bytes off its front, without a copy.
    ///
    /// - Precondition: `count` is at most `byteCount`.
    public func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= byteCount)
        raw.pointee.data += count
        raw.pointee.size -= Int32(count)
    }

    /// Drops what it holds, to be filled again.
    public func clear() { av_packet_unref(raw) }

    /// Takes over what another packet holds, which is empty then.
    public func take(_ other: borrowing Packet) {
        av_packet_unref(raw)
        av_packet_move_ref(raw, other.raw)
    }

    private static func time(_ ticks: Int64) -> Int? {
        ticks == vt_no_timestamp ? nil : Int(ticks)
    }
}

extension Packet {
    /// A copy of its bytes.
    public func copyBytes() -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: raw.pointee.data, count: byteCount))
    }
}
