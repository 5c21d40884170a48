import MediaUnits
import TestSupport
import Testing

@testable import LibAV

@Suite struct ColorTableTests {
    private static let size = Resolution(width: 8, height: 4)

    /// An eighth of each code: linear, so that interpolation between grid points is exact.
    private static let eighth = ColorTable { $0 / 8 }

    /// A 10-bit frame of one color, also with samples that no decoder should return.
    private func flat(
        _ luma: UInt16, _ blue: UInt16, _ red: UInt16, size: Resolution = Self.size
    ) throws -> Frame {
        let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
        let samples =
            [UInt16](repeating: luma, count: size.pixelCount)
            + [UInt16](repeating: blue, count: chroma) + [UInt16](repeating: red, count: chroma)
        let bytes = samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        return try Frame(pixels: bytes[...], size: size, format: "yuv420p10le")
    }

    @Test(arguments: [(64, 512, 512), (940, 64, 960), (500, 301, 777), (1023, 1023, 0)])
    func linearFunctionIsExactBetweenGridPoints(luma: UInt16, blue: UInt16, red: UInt16) throws {
        let replaced = try Self.eighth.apply(to: flat(luma, blue, red))
        let pixels = try replaced.copyPixels()
        let expected = [luma, blue, red].map { UInt8((Double($0) / 8).rounded()) }
        let count = Self.size.pixelCount
        #expect(pixels.count == count * 3 / 2)
        #expect(pixels[..<count].allSatisfy { $0 == expected[0] })
        #expect(pixels[count..<(count * 5 / 4)].allSatisfy { $0 == expected[1] })
        #expect(pixels[(count * 5 / 4)...].allSatisfy { $0 == expected[2] })
    }

    @Test func everyPixelIsReplacedAtItsPosition() throws {
        let samples = (0..<(Self.size.pixelCount * 3 / 2)).map { UInt16($0 * 16) }
        let bytes = samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let frame = try Frame(pixels: bytes[...], size: Self.size, format: "yuv420p10le")
        let pixels = try Self.eighth.apply(to: frame).copyPixels()
        #expect(pixels == samples.map { UInt8($0 / 8) })
    }

    @Test func frameIsTaggedAndRetainsItsTime() throws {
        let frame = try flat(500, 512, 512)
        frame.presentationTime = 7
        let replaced = try Self.eighth.apply(to: frame)
        #expect(replaced.presentationTime == 7)
        #expect(replaced.size == Self.size)
        #expect(replaced.pixels.format == "yuv420p")
        #expect(!replaced.pixels.isFullRange)
        #expect(replaced.pixels.matrix == "bt709")
        #expect(replaced.pixels.transfer == "bt709")
        #expect(replaced.pixels.primaries == "bt709")
    }

    @Test func samplesBeyondTenBitsStayInTheTable() throws {
        let replaced = try Self.eighth.apply(to: flat(.max, .max, .max))
        #expect(try replaced.copyPixels().allSatisfy { $0 == 128 })
    }

    @Test func otherFormatsAreRejected() throws {
        let odd = try flat(500, 512, 512, size: Resolution(width: 7, height: 4))
        #expect(throws: LibAVError.self) { _ = try Self.eighth.apply(to: odd) }
        let gray = try TestClip.gray(90)
        #expect(throws: LibAVError.self) { _ = try Self.eighth.apply(to: gray) }
    }
}
