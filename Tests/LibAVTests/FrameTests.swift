import MediaUnits
import Testing

@testable import LibAV

@Suite struct FrameTests {
    /// Sizes include those whose rows libav pads, and odd ones.
    @Test(arguments: [
        (Resolution(width: 64, height: 48), "yuv420p", 4608),
        (Resolution(width: 17, height: 5), "yuv420p", 85 + 2 * 27),
        (Resolution(width: 3, height: 2), "rgb24", 18),
        (Resolution(width: 10, height: 4), "yuv420p10le", 120),
        (Resolution(width: 1, height: 1), "gray", 1),
    ])
    func pixelsAreCopiedUnchanged(size: Resolution, format: String, count: Int) throws {
        let pixels = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }
        let frame = try Frame(pixels: pixels[...], size: size, format: format)
        #expect(try frame.copyPixels() == pixels)
        #expect(frame.size == size)
        #expect(frame.pixels.format == format)
        #expect(frame.presentationTime == nil)
    }

    @Test(arguments: [
        (4607, TestClip.size, "yuv420p"), (0, TestClip.size, "yuv420p"),
        (4608, Resolution(width: 0, height: 48), "yuv420p"),
        (4608, Resolution(width: -2, height: 48), "yuv420p"),
        (4608, TestClip.size, "no-such-format"),
    ])
    func invalidPixelsAreRejected(count: Int, size: Resolution, format: String) {
        let pixels = [UInt8](repeating: 0, count: count)
        #expect(throws: LibAVError.self) {
            _ = try Frame(pixels: pixels[...], size: size, format: format)
        }
    }

    @Test func sliceIsReadFromItsStart() throws {
        let pixels: [UInt8] = [9, 9, 1, 2, 3, 4]
        let frame = try Frame(
            pixels: pixels[2...], size: Resolution(width: 2, height: 2), format: "gray")
        #expect(try frame.copyPixels() == [1, 2, 3, 4])
    }

    @Test func sharedFrameOutlivesTheFirstOwner() throws {
        let shared: Frame
        do {
            let frame = try TestClip.gray(77)
            frame.presentationTime = 5
            shared = try frame.sharing()
            frame.clear()
            #expect(frame.size == Resolution(width: 0, height: 0))
        }
        #expect(try shared.copyPixels().prefix(TestClip.size.pixelCount).allSatisfy { $0 == 77 })
        #expect(shared.presentationTime == 5)
    }

    /// Each owner of the same pixels has its own time.
    @Test func sharedFramesHaveTimesOfTheirOwn() throws {
        let frame = try TestClip.gray(77)
        let shared = try frame.sharing()
        frame.presentationTime = 1
        shared.presentationTime = nil
        #expect(frame.presentationTime == 1)
        #expect(shared.presentationTime == nil)
    }

    @Test func emptyFrameCannotBeSharedOrCopied() throws {
        let frame = try Frame()
        #expect(throws: LibAVError.self) { _ = try frame.sharing() }
        #expect(throws: LibAVError.self) { _ = try frame.copyPixels() }
    }

    @Test func rowsAreLentWithoutPadding() throws {
        let frame = try Frame(
            pixels: [1, 2, 3, 4, 5, 6][...], size: Resolution(width: 3, height: 2), format: "gray")
        var rows: [Int: [UInt8]] = [:]
        frame.withRows(ofPlane: 0, width: 3, height: 2) { row, pixels in
            rows[row] = pixels.indices.map { pixels[$0] }
        }
        #expect(rows == [0: [1, 2, 3], 1: [4, 5, 6]])
    }

    @Test func missingPlaneIsNotLent() throws {
        let frame = try Frame(
            pixels: [1][...], size: Resolution(width: 1, height: 1), format: "gray")
        var count = 0
        frame.withRows(ofPlane: 1, width: 1, height: 1) { _, _ in count += 1 }
        #expect(count == 0)
    }

    @Test(arguments: [
        (format: "yuv420p", depth: 8, isRGB: false, hasAlpha: false, isFullRange: false),
        ("yuvj420p", 8, false, false, true), ("yuv420p10le", 10, false, false, false),
        ("bgra", 8, true, true, true), ("gbrp", 8, true, false, true),
        ("yuva420p", 8, false, true, false),
    ])
    func pixelsAreDescribed(
        format: String, depth: Int, isRGB: Bool, hasAlpha: Bool, isFullRange: Bool
    ) throws {
        let frame = try Frame(
            pixels: [UInt8](repeating: 0, count: 64)[...], size: Resolution(width: 4, height: 4),
            format: format)
        let pixels = frame.pixels
        #expect(pixels.bitDepth == depth)
        #expect(pixels.isRGB == isRGB)
        #expect(pixels.hasAlpha == hasAlpha)
        #expect(pixels.isFullRange == isFullRange)
        #expect(pixels.transfer == nil && pixels.primaries == nil)
    }
}
