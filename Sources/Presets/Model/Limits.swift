public import MediaUnits

/// The limits of an upload and of the resources that it may take; an upload beyond one is rejected with a code of its own.
public struct Limits: Codable, Hashable, Sendable {
    /// The maximum size of the upload; `nil` for any.
    public let bytes: ByteCount?
    /// The maximum duration, and the handling of longer uploads.
    public let duration: Duration
    /// The maximum number of pixels of a frame: width times height.
    public let pixels: Int
    /// The maximum number of pixels of all frames together per byte of the upload, beyond `freePixels`; `nil` for any number,
    /// and any duration.
    public let expansion: Int?
    /// The maximum number of tracks of any kind in the container.
    public let streams: Int
    /// The maximum number of packets of all tracks together.
    public let packets: Int
    /// The maximum memory of one graph job on the upload.
    public let memory: ByteCount
    /// The maximum CPU time of all work on the upload together, in seconds; `nil` for any.
    public let time: Rational?
    /// The maximum size of all files of a package together; `nil` for any.
    public var output: ByteCount? { otherOutput.map(\.value) ?? Self.mostOutput }
    /// The codecs that are decoded.
    public var formats: FormatSet { otherFormats ?? .modern }
    /// `nil` for the default, as is `otherOutput`: identities of presets without these keys are those from before the keys.
    private let otherFormats: FormatSet?
    private let otherOutput: Output?

    private struct Output: Codable, Hashable, Sendable {
        let value: ByteCount?
    }

    private enum CodingKeys: String, CodingKey {
        case bytes, duration, pixels, expansion, streams, packets, memory, time
        case otherFormats = "formats"
        case otherOutput = "output"
    }

    /// The maximum duration of an upload, and the handling of longer ones.
    public struct Duration: Codable, Hashable, Sendable {
        /// The maximum duration in seconds; `nil` for any.
        public let max: Rational?
        public let over: Excess

        public init(max: Rational? = Self.longest, over: Excess = .refuse) {
            self.max = max
            self.over = over
        }

        /// One day, chosen because films and recordings of events are shorter, and wrong timestamps give years.
        public static let longest = Rational(86400)
    }

    /// The handling of an upload that is too long.
    public enum Excess: String, CaseIterable, Codable, Sendable {
        /// The upload is rejected.
        case refuse
        /// The beginning of the upload is published.
        case trim
    }

    public init(
        bytes: ByteCount? = Self.largest,
        duration: Duration = Duration(),
        pixels: Int = Self.mostPixels,
        expansion: Int? = Self.mostExpansion,
        streams: Int = 100,
        packets: Int = 20_000_000,
        memory: ByteCount = Self.mostMemory,
        time: Rational? = Self.mostTime,
        output: ByteCount? = Self.mostOutput,
        formats: FormatSet = .modern
    ) {
        self.bytes = bytes
        self.duration = duration
        self.pixels = pixels
        self.expansion = expansion
        self.streams = streams
        self.packets = packets
        self.memory = memory
        self.time = time
        otherOutput = output == Self.mostOutput ? nil : Output(value: output)
        otherFormats = formats == .modern ? nil : formats
    }

    /// 500 GB, more than an hour of the highest bit rate that cameras record (4K in ProRes 422 HQ: 400 GB).
    public static let largest = ByteCount(500_000_000_000)

    /// 8192x4320, the largest format that cameras record (8K of cinema); decoding one such frame takes 53 MB.
    public static let mostPixels = 8192 * 4320

    /// Pixels per byte, twice those of a static screen: x264 writes 70 bytes for such a frame of 1920x1080, including 8 of the
    /// container (measured); decompression bombs have a million.
    public static let mostExpansion = 50_000

    /// Pixels that every upload may have, whatever its size: one hour of 1920x1080 at 30 frames per second.
    public static let freePixels = 1920 * 1080 * 30 * 3600

    /// Seconds that every upload may last, whatever its size.
    public static let freeTime = Rational(3600)

    /// Bytes required for each further second: audio has at least 50 (silence in Opus), a static screen 70 per frame.
    public static let leastByteRate = 10

    /// 8 GB: the largest frame in ten bits, with the reference frames of a decoder, encoded to a 4K ladder.
    public static let mostMemory = ByteCount(8_000_000_000)

    /// CPU seconds, chosen as ten hours for each hour of the longest upload.
    public static let mostTime = Rational(864_000)

    /// 500 GB, nearly three times one day at the maximum rates of the largest shipped preset: 16 Mb/s of `hevc-h264`, 173 GB.
    public static let mostOutput = ByteCount(500_000_000_000)
}
