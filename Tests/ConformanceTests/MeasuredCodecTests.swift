import Testing

@testable import Conformance

@Suite struct MeasuredCodecTests {
    /// RFC 6381, 3.3 and 3.4; ISO/IEC 14496-15, annex E.
    @Test(arguments: [
        ("avc1.64001f", "avc1.64001F", true),
        ("avc1.64001f", "avc3.64001f", true),
        ("avc1.64001f", "avc1.640020", false),
        ("avc1", "avc1.640020", true),
        ("hvc1.1.6.L93", "hev1.1.6.L93.B0", true),
        ("hvc1.1.6.L93", "hvc1.1.4.L93.B01", true),
        ("hvc1.1.6.L93", "hvc1.1.6.L120.B0", false),
        ("hvc1.1.6.L93", "hvc1.2.4.L93.B0", false),
        ("av01.0.04M.08", "av01.0.04M.08.0.110.01.01.01.0", true),
        ("av01.0.04M.08", "av01.0.04M.10", false),
        ("mp4a.40.2", "mp4a.40.02", true),
        ("mp4a.40.2", "mp4a.40.5", true),
        ("mp4a.40.2", "mp4a.40.34", false),
        ("mp4a.6b", "mp4a.40.34", true),
        ("ac-3", "ec-3", false),
        ("Opus", "opus", true),
    ])
    func listedCodec(measured: String, listed: String, matches: Bool) {
        #expect(MeasuredCodec(measured).matches(listed) == matches)
    }

    /// A configuration of Main profile, level 3.1, main tier (ISO/IEC 14496-15, 8.3.3.1).
    @Test func highEfficiencyConfigurationHasProfileAndLevel() throws {
        let record: [UInt8] = [1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93]
        let description = try #require(
            Self.description("hvc1", [UInt8](repeating: 0, count: 78), "hvcC", record))
        #expect(description.codec == MeasuredCodec("hvc1.1.6.L93"))
    }

    /// AV1 Codec ISO Media File Format Binding, 2.3 and 5.
    @Test func openVideoConfigurationHasDepth() throws {
        let description = try #require(
            Self.description(
                "av01", [UInt8](repeating: 0, count: 78), "av1C", [0x81, 0x08, 0x4C, 0]))
        #expect(description.codec == MeasuredCodec("av01.0.08M.10"))
    }

    /// ISO/IEC 14496-1, 7.2.6: descriptors have sizes of one to four bytes.
    @Test(
        arguments: [
            ([0x40], [0x11, 0x90], "mp4a.40.2"), ([0x40], [0x2B, 0x11], "mp4a.40.5"),
            ([0x40], [0xF9, 0x40], "mp4a.40.42"), ([0x6B], [], "mp4a.6b"),
        ] as [([UInt8], [UInt8], String)])
    func audioConfigurationHasObjectType(
        type: [UInt8], configuration: [UInt8], codec: String
    ) throws {
        let specific = configuration.isEmpty ? [] : [5, UInt8(configuration.count)] + configuration
        let decoder = type + [UInt8](repeating: 0, count: 12) + specific
        let content: [UInt8] =
            [0, 0, 0, 0, 3, 0x80, 0x80, 0x80, UInt8(decoder.count + 5), 0, 1, 0]
            + [4, UInt8(decoder.count)] + decoder
        let description = try #require(
            Self.description("mp4a", [UInt8](repeating: 0, count: 28), "esds", content))
        #expect(description.codec == MeasuredCodec(codec))
    }

    /// H.264, 7.3.2.1.1: 1920x1080 of 1088 lines, and square pixels.
    @Test func parameterSetHasCroppedSize() throws {
        let unit: [UInt8] = [
            0x67, 0x64, 0x00, 0x28, 0xAC, 0xD9, 0x40, 0x78, 0x02, 0x27, 0xE5, 0xC0, 0x44, 0x00,
            0x00, 0x03, 0x00, 0x04, 0x00, 0x00, 0x03, 0x00, 0xF0, 0x3C, 0x60, 0xC6, 0x58,
        ]
        let parameters = try #require(SequenceParameters(unit[...]))
        #expect(parameters.profile == [0x64, 0x00, 0x28])
        #expect(parameters.size == VideoSize(width: 1920, height: 1080))
        #expect(parameters.displaySize == parameters.size)
        #expect(SequenceParameters(unit[..<6]) == nil)
    }

    /// Pixels of 65535:1 make 1920 columns wider than a size that the parent of the process accepts.
    @Test func extremeAspectRatioIsNotApplied() throws {
        func golomb(_ value: Int) -> String {
            let digits = String(value + 1, radix: 2)
            return String(repeating: "0", count: digits.count - 1) + digits
        }
        let order = golomb(0) + golomb(0) + golomb(0) + golomb(0)
        let size = golomb(1) + "0" + golomb(119) + golomb(67) + "110"
        let aspect = "11" + "11111111" + String(repeating: "1", count: 16) + "0000000000000001"
        let bits = order + size + aspect + "1000000"
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            UInt8(bits.dropFirst(start).prefix(8), radix: 2) ?? 0
        }
        let unit: [UInt8] = [0x67, 66, 0, 30] + bytes
        let parameters = try #require(SequenceParameters(unit[...]))
        #expect(parameters.size == VideoSize(width: 1920, height: 1088))
        #expect(parameters.displaySize == parameters.size)
    }

    @Test(arguments: [
        ("2026-01-01T00:00:00Z", 1_767_225_600.0), ("2026-01-01T01:00:00+01:00", 1_767_225_600),
        ("2026-01-01T00:00:00.250Z", 1_767_225_600.25), ("1970-01-01T00:00:00", 0),
        ("2024-02-29T12:00:00-0030", 1_709_209_800), ("2026-13-01T00:00:00Z", nil),
        ("2026-01-01", nil), ("2026-01-01T00:00:00Zulu", nil), ("", nil),
    ])
    func dateHasSecondsSince1970(text: String, seconds: Double?) {
        #expect(DateTime(text)?.seconds == seconds)
    }

    @Test(
        arguments: [
            (0, 90, 90), (90, 0, -90), (1 << 33 - 10, 20, 30), (20, 1 << 33 - 10, -30),
        ] as [(Int64, Int64, Int64)])
    func distanceIsTheShortest(from start: Int64, to end: Int64, ticks: Int64) {
        #expect(TransportClock.distance(from: start, to: end) == ticks)
    }

    /// ISO/IEC 11172-3, 2.4.3.1: a frame of 128 kbit/s and 44.1 kHz has 417 bytes.
    @Test func layerThreeFramesAreCounted() throws {
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
        let frames = try #require(AudioFrames((frame + frame)[...]))
        #expect(abs(frames.duration - 2 * 1152 / 44_100) < 1e-9)
        #expect(frames.isComplete)
    }

    /// ETSI TS 102 366: 192 kbit/s and 48 kHz; E-AC-3 of 768 bytes and six blocks, with a dependent substream.
    @Test(
        arguments: [
            ([0x0B, 0x77, 0, 0, 0x14, 0x40], 768, "ac-3", 0.064),
            ([0x0B, 0x77, 0x01, 0x7F, 0x3F, 0x80], 768, "ec-3", 0.064),
            ([0x0B, 0x77, 0x41, 0x7F, 0x3F, 0x80], 768, "ec-3", 0),
            ([0x0B, 0x77, 0, 0, 0x55, 0x40], 836, "ac-3", 2 * 1536 / 44_100.0),
        ] as [([UInt8], Int, String, Double)])
    func dolbyFramesAreCounted(header: [UInt8], count: Int, codec: String, seconds: Double) throws {
        let frame = header + [UInt8](repeating: 0, count: count - header.count)
        let frames = try #require(AudioFrames((frame + frame)[...]))
        #expect(frames.isComplete && frames.codec == codec)
        #expect(abs(frames.duration - seconds) < 1e-9)
    }

    private static func description(
        _ name: String, _ fields: [UInt8], _ box: String, _ content: [UInt8]
    ) -> SampleDescription? {
        let child = Self.box(box, content)
        let bytes = Self.box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + Self.box(name, fields + child))
        return Box.all(in: bytes, 0..<bytes.count).boxes.first.flatMap {
            SampleDescription(bytes, $0, isVideo: fields.count == 78)
        }
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let count = content.count + 8
        return [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)] + Array(type.utf8) + content
    }
}
