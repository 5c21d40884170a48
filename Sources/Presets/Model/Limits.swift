public import MediaUnits

/// What an upload may be and take at most, whatever it holds; one beyond is refused with a code of its own.
public struct Limits: Codable, Hashable, Sendable {
    /// Of the upload's file; `nil`: any size.
    public let bytes: ByteCount?
    public let duration: Duration
    /// Width times height of the upload's pictures.
    public let pixels: Int
    /// Pixels of all pictures together for each byte of the upload, above `freePixels`; `nil`: any number, and any time.
    public let expansion: Int?
    /// Tracks of any kind in the container.
    public let streams: Int
    /// Of all tracks together.
    public let packets: Int
    /// That one piece of work on the upload may state, and hold.
    public let memory: ByteCount
    /// CPU seconds of all work on the upload together; `nil`: any time.
    public let time: Rational?
    /// Of all files of a package together; `nil`: any number.
    public var output: ByteCount? { otherOutput.map(\.value) ?? Self.mostOutput }
    /// Codecs that are decoded.
    public var formats: FormatSet { otherFormats ?? .modern }
    /// `nil` for the default of both: identities of presets that do not name them stay what they were without the keys.
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

    /// How long an upload may last, and what becomes of a longer one.
    public struct Duration: Codable, Hashable, Sendable {
        /// Seconds; `nil`: any length.
        public let max: Rational?
        public let over: Excess

        public init(max: Rational? = Self.longest, over: Excess = .refuse) {
            self.max = max
            self.over = over
        }

        /// A day, longer than films and recordings of events are; wrong timestamps say years.
        public static let longest = Rational(86400)
    }

    /// What becomes of an upload that lasts too long.
    public enum Excess: String, CaseIterable, Codable, Sendable {
        case refuse
        /// Its beginning is published.
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

    /// More than an hour of what cameras record at most (4K in ProRes 422 HQ: 400 GB).
    public static let largest = ByteCount(500_000_000_000)

    /// 8192x4320, the largest format that cameras record (8K of cinema); one such frame takes 53 MB
    /// to decode.
    public static let mostPixels = 8192 * 4320

    /// Twice what a screen on which nothing moves has: x264 writes 70 bytes for such a picture of 1920x1080, with the
    /// container's 8 (measured); bombs have a million.
    public static let mostExpansion = 50_000

    /// Pixels that an upload may have however few its bytes: an hour of 1920x1080 at 30 pictures a second.
    public static let freePixels = 1920 * 1080 * 30 * 3600

    /// Seconds that an upload may last however few its bytes.
    public static let freeTime = Rational(3600)

    /// Bytes for each further second: sound has 50 at least (silence in Opus), one still picture of a screen 70.
    public static let leastByteRate = 10

    /// The largest picture in ten bits, with as many others as decoders keep, into a 4K ladder.
    public static let mostMemory = ByteCount(8_000_000_000)

    /// Ten hours for each hour of the longest upload.
    public static let mostTime = Rational(864_000)

    /// Nearly three times what a day has at the ceilings of the largest shipped preset: 16 Mb/s of `hevc-h264`, 173 GB.
    public static let mostOutput = ByteCount(500_000_000_000)
}
