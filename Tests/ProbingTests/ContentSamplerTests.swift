import LibAV
import MediaModel
import MediaUnits
import Testing
import VideoCodecs

@testable import Planning
@testable import Probing

/// The measure on frames whose figures follow from how they were made.
@Suite struct ContentSamplerTests {
    private static let size = Resolution(width: 160, height: 96)

    private func sample(
        _ frames: [[UInt8]], size: Resolution = size, format: String = "gray"
    ) throws -> ContentSample? {
        var sampler = ContentSampler()
        for pixels in frames {
            sampler.add(try Frame(pixels: pixels[...], size: size, format: format))
        }
        return sampler.sample
    }

    private func luma(_ value: (_ x: Int, _ y: Int) -> Int) -> [UInt8] {
        (0..<Self.size.height).flatMap { y in
            (0..<Self.size.width).map { x in UInt8(clamping: value(x, y)) }
        }
    }

    /// Noise by a linear congruential generator (Numerical Recipes), of some levels.
    private func noise(levels: Int, seed: UInt32) -> [UInt8] {
        var state = seed
        return luma { x, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return 80 + x / 4 + Int(state >> 16) % levels
        }
    }

    /// A bar of 4 columns in every second block: half of the blocks are flat, half have one edge of the whole difference.
    @Test func edgesOfOneColumnAreHard() throws {
        let page = luma { x, _ in x % 16 < 4 ? 30 : 200 }
        let sample = try #require(try sample([page, page, page]))
        #expect(sample.flat == 0.5)
        #expect(sample.contrast == 0.5)
        #expect(sample.hardEdges == 1)
        #expect(sample.unchanged == 1)
        #expect(sample.motion == 0)
        #expect(sample.noise == 0)
        // Of the 112 pairs of neighbors in a block with an edge, 8 differ by 170.
        #expect(abs(sample.detail - 8 * 170.0 / 112 / 2) < 0.0001)
        #expect(sample.frames == 3)
        #expect(ContentRule.kind(sample) == .screen)
    }

    /// A lens spreads an edge over several pixels: seven steps of 24 in a block.
    @Test func rampsAreNoHardEdges() throws {
        let ramps = luma { x, _ in 40 + x % 8 * 24 }
        let sample = try #require(try sample([ramps]))
        #expect(sample.flat == 0)
        #expect(sample.contrast == 1)
        #expect(sample.hardEdges == 0)
        #expect(sample.unchanged == nil)
        #expect(sample.motion == nil)
        #expect(ContentRule.kind(sample) == .camera)
    }

    /// A wall before a camera has no edges, and no block of one value either.
    @Test func sensorNoiseIsCamera() throws {
        let sample = try #require(
            try sample([noise(levels: 5, seed: 1), noise(levels: 5, seed: 2)]))
        #expect(sample.flat == 0)
        #expect(sample.contrast == 0)
        #expect(sample.unchanged == 0)
        // The mean difference of two of five levels is 1.6.
        #expect(abs(try #require(sample.motion) - 1.6) < 0.1)
        #expect(sample.noise > 1)
        #expect(ContentRule.kind(sample) == .camera)
    }

    /// Bars of letterboxed video are as flat as a screen, and say nothing about the image between them.
    @Test func blackBarsDoNotCount() throws {
        let image = noise(levels: 5, seed: 3)
        let boxed = image.enumerated().map { index, value in
            (16..<80).contains(index / Self.size.width) ? value : 16
        }
        let sample = try #require(try sample([boxed]))
        #expect(sample.flat == 0)
        #expect(ContentRule.kind(sample) == .camera)
    }

    /// Black within the image counts: the background of a terminal.
    @Test func blackBetweenTextCounts() throws {
        let terminal = luma { x, y in x % 32 == 3 && y % 32 == 3 ? 220 : 16 }
        let sample = try #require(try sample([terminal]))
        #expect(sample.flat > 0.85)
        #expect(ContentRule.kind(sample) == .screen)
    }

    @Test func blackAndTinyFramesAreNotMeasured() throws {
        #expect(try sample([luma { _, _ in 16 }]) == nil)
        #expect(try sample([]) == nil)
        let tiny = Resolution(width: 56, height: 64)
        let pixels = (0..<tiny.pixelCount).map { UInt8($0 % 200) }
        #expect(try sample([pixels], size: tiny) == nil)
        #expect(
            try sample([[9, 9, 9, 9]], size: Resolution(width: 2, height: 2)) == nil)
    }

    /// The median is not moved by a scene cut.
    @Test func oneCutDoesNotCount() throws {
        let (first, second) = (noise(levels: 3, seed: 4), luma { x, _ in x % 16 < 4 ? 30 : 200 })
        let sample = try #require(try sample([first, first, first, second, second]))
        #expect(sample.flat == 0)
        #expect(sample.motion == 0)
        #expect(sample.unchanged == 1)
    }

    /// The same image in other formats: deeper samples, chroma, RGB.
    @Test(arguments: ["gray10le", "gray16be", "yuv420p", "nv12", "yuv444p10le", "rgb24", "gbrp"])
    func formatsAgree(format: String) throws {
        let luma = noise(levels: 5, seed: 5)
        let expected = try #require(try sample([luma]))
        let pixels: [UInt8] =
            switch format {
            case "gray10le": luma.flatMap { [$0 << 2, $0 >> 6] }
            case "gray16be": luma.flatMap { [$0, 7] }
            case "yuv444p10le":
                luma.flatMap { [$0 << 2 | 3, $0 >> 6] }
                    + [UInt8](repeating: 0, count: luma.count * 4)
            case "rgb24": luma.flatMap { [0, $0, 255] }
            case "gbrp": luma + [UInt8](repeating: 1, count: luma.count * 2)
            default: luma + [UInt8](repeating: 128, count: luma.count / 2)
            }
        #expect(try sample([pixels], format: format) == expected)
    }

    /// A pan within the range that is searched leaves nothing but the new columns at one side; other noise leaves all of it.
    @Test func motionIsCompensated() throws {
        let image = noise(levels: 40, seed: 6)
        let width = Self.size.width
        let moved = luma { x, y in Int(image[y * width + max(0, x - 3)]) }
        let pan = try #require(try sample([image, moved])?.residual)
        #expect(pan < 0.1)
        let still = try #require(try sample([image, image])?.residual)
        #expect(still == 0)
        // The least of 81 mean differences of 64 pairs of independent values is little less than that of neighbors.
        let other = try #require(try sample([image, noise(levels: 40, seed: 7)])?.residual)
        #expect((0.7...1).contains(other))
        let jump = luma { x, y in Int(image[y * width + (x + 40) % width]) }
        #expect(try #require(try sample([image, jump])?.residual) > 0.5)
        #expect(try sample([image])?.residual == nil)
    }

    /// Large frames are reduced: those with twice the pixels in both directions have the same residual.
    @Test func residualDoesNotDependOnTheSize() throws {
        func residual(_ factor: Int) throws -> Double? {
            let size = Resolution(
                width: Self.size.width * factor, height: Self.size.height * factor)
            let frames = [UInt32(8), 9].map { seed in
                let pixels = noise(levels: 40, seed: seed)
                return (0..<size.pixelCount).map { index in
                    pixels[
                        index / size.width / factor * Self.size.width
                            + index % size.width / factor]
                }
            }
            return try sample(frames, size: size)?.residual
        }
        let small = try #require(try residual(3))
        #expect(small > 0.3)
        #expect(try residual(6) == small)
    }

    @Test func palettesAreNotMeasured() throws {
        let pixels = [UInt8](repeating: 3, count: Self.size.pixelCount + 1024)
        #expect(try sample([pixels], format: "pal8") == nil)
    }

    /// A frame of any size has up to 4,096 blocks, spread over all of it.
    @Test(arguments: [(1920, 1080), (3840, 2160), (1080, 1920), (8192, 64), (720, 576)])
    func blocksAreSpreadOverTheFrame(width: Int, height: Int) throws {
        let size = Resolution(width: width, height: height)
        var pixels = [UInt8](repeating: 100, count: size.pixelCount)
        for y in height * 3 / 4..<height {
            for x in 0..<width { pixels[y * width + x] = UInt8(100 + (x + y) % 3) }
        }
        let frame = try Frame(pixels: pixels[...], size: size, format: "gray")
        guard let blocks = LumaBlocks(frame) else {
            Issue.record("no blocks")
            return
        }
        #expect(blocks.blocks.count <= 4096)
        #expect(blocks.blocks.count >= min(1000, size.pixelCount / 64))
        let flat = blocks.blocks.count { $0.range == 0 }
        #expect(abs(Double(flat) / Double(blocks.blocks.count) - 0.75) < 0.03)
    }
}
