internal import CLibAV
internal import CLibAVShim

/// One packet of compressed data; frees its `AVPacket` when it goes out of scope.
public struct Packet: ~Copyable {
    let raw: UnsafeMutablePointer<AVPacket>

    /// Creates an empty packet.
    public init() throws(LibAVError) { raw = try allocated(av_packet_alloc(), "av_packet_alloc") }

    deinit {
        var raw: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&raw)
    }

    /// The presentation time, in ticks of the stream's time base; `nil` if the container has none.
    public var presentationTime: Int? {
        get { Self.time(raw.pointee.pts) }
        nonmutating set { raw.pointee.pts = newValue.map(Int64.init) ?? vt_no_timestamp }
    }

    /// The decode time, in ticks of the stream's time base; `nil` if the container has none.
    public var decodeTime: Int? {
        get { Self.time(raw.pointee.dts) }
        nonmutating set { raw.pointee.dts = newValue.map(Int64.init) ?? vt_no_timestamp }
    }

    /// The duration in ticks of the stream's time base; 0 if unknown.
    public var duration: Int {
        get { Int(raw.pointee.duration) }
        nonmutating set { raw.pointee.duration = Int64(newValue) }
    }

    /// The index of its stream in the container.
    public var streamIndex: Int {
        get { Int(raw.pointee.stream_index) }
        nonmutating set { raw.pointee.stream_index = Int32(newValue) }
    }

    /// The size of its data in bytes.
    public var byteCount: Int { Int(raw.pointee.size) }
    /// Whether decoding can start with it.
    public var isKey: Bool { raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    /// Whether it is decoded and not presented, as before the start of an edit.
    public var isDiscarded: Bool { raw.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
    /// Whether the demuxer detected corrupt data.
    public var isCorrupt: Bool { raw.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
    /// Whether its data is encrypted.
    public var isEncrypted: Bool { vt_packet_is_encrypted(raw) != 0 }

    /// The mean quantizer of a P picture, as its encoder reports it; `nil` for other packets.
    public var predictedQuantizer: Double? {
        guard let stats = quality, stats[4] == UInt8(AV_PICTURE_TYPE_P.rawValue) else {
            return nil
        }
        return Double(Self.integer(stats[..<4])) / Double(FF_QP2LAMBDA)
    }

    /// The sum of squared errors of a frame's luma, of an encoder that measures errors; `nil` for other packets.
    public var lumaError: Int? {
        guard let stats = quality, stats[5] > 0, stats.count >= 16 else { return nil }
        return Self.integer(stats[8..<16])
    }

    /// The report of the encoder on the frame (libavcodec/packet.h): lambda as 32 bits, its type, the number of errors, two
    /// bytes, and errors of 64 bits.
    private var quality: UnsafeBufferPointer<UInt8>? {
        var size = 0
        guard let bytes = av_packet_get_side_data(raw, AV_PKT_DATA_QUALITY_STATS, &size), size >= 8
        else { return nil }
        return UnsafeBufferPointer(start: bytes, count: size)
    }

    /// Reads a little-endian number.
    private static func integer(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The settings of a WebVTT caption cue (WebVTT, 4.4), which Matroska stores beside the text; `nil` if there are none.
    public var cueSettings: String? {
        var size = 0
        guard let bytes = av_packet_get_side_data(raw, AV_PKT_DATA_WEBVTT_SETTINGS, &size) else {
            return nil
        }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self)
    }

    /// Lends its bytes for the duration of the call.
    public func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: raw.pointee.data, count: byteCount).bytes)
    }

    /// Whether the container's description of the stream changes with it.
    public var changesConfiguration: Bool {
        av_packet_get_side_data(raw, AV_PKT_DATA_NEW_EXTRADATA, nil) != nil
    }

    /// The fingerprint of a packet of which only the size is known.
    public var sizeFingerprint: UInt64 { 0xcbf2_9ce4_8422_2325 ^ UInt64(byteCount) }

    /// Returns whether a fingerprint is that of the content, or of the size where no content was read.
    public func matches(_ fingerprint: UInt64) -> Bool {
        fingerprint == self.fingerprint || fingerprint == sizeFingerprint
    }

    /// A hash of its size and first 256 bytes (FNV-1a, 64 bits), to distinguish packets of one stream.
    public var fingerprint: UInt64 {
        withBytes { bytes in
            var hash = sizeFingerprint
            for offset in 0..<min(256, bytes.byteCount) {
                hash ^= UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
                hash = hash &* 0x100_0000_01b3
            }
            return hash
        }
    }

    /// Removes bytes from its front, without a copy.
    ///
    /// - Precondition: `count` is at most `byteCount`.
    public func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= byteCount)
        raw.pointee.data += count
        raw.pointee.size -= Int32(count)
    }

    /// Releases its content, so that it can be filled again.
    public func clear() { av_packet_unref(raw) }

    /// Moves the content of another packet, which is empty afterwards, into this one.
    public func take(_ other: borrowing Packet) {
        av_packet_unref(raw)
        av_packet_move_ref(raw, other.raw)
    }

    private static func time(_ ticks: Int64) -> Int? {
        ticks == vt_no_timestamp ? nil : Int(ticks)
    }
}

extension Packet {
    /// Returns a copy of its bytes.
    public func copyBytes() -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: raw.pointee.data, count: byteCount))
    }
}
