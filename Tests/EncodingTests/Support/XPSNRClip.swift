import Foundation
import MediaUnits
import Testing

@testable import Encoding

/// A synthetic clip with the XPSNR that FFmpeg's filter measures; `Scripts/record-xpsnr` makes the same clip and records it.
struct XPSNRClip: Decodable, CustomTestStringConvertible {
    let width: Int
    let height: Int
    let frameRate: String
    /// The XPSNR of each frame and of the clip, in dB.
    let frames: [Double]
    let mean: Double

    static let all: [XPSNRClip] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/xpsnr.json")
        return (try? JSONDecoder().decode([XPSNRClip].self, from: Data(contentsOf: file))) ?? []
    }()

    var testDescription: String { "\(width)x\(height), \(frameRate) frames per second" }
    var size: Resolution { Resolution(width: width, height: height) }
    var rate: Rational {
        let parts = frameRate.split(separator: "/").compactMap { Int($0) }
        return Rational(parts[0], parts.count > 1 ? parts[1] : 1)
    }

    /// Returns frame `number`, of the source and decoded.
    func frame(_ number: Int) -> (source: LumaPlane, decoded: LumaPlane) {
        var source = [UInt8](repeating: 0, count: width * height)
        var decoded = source
        var index = 0
        for y in 0..<height {
            for x in 0..<width {
                let area = (x / 32 + y / 24) % 4
                let ramp = (2 * (x + 3 * number * area) + y) % 320
                let value =
                    40 + (ramp < 160 ? ramp : 320 - ramp)
                    + Self.mixed(x, y, area > 1 ? number : 0) % (1 + 9 * area)
                let error =
                    Self.mixed(x + 7, y, number + 1) % (3 + 2 * (number % 3) + 4 * (area % 3)) - 1
                source[index] = UInt8(value)
                decoded[index] = UInt8(value + error)
                index += 1
            }
        }
        return (LumaPlane(source, size: size), LumaPlane(decoded, size: size))
    }

    /// Returns a hash of 32 bits.
    private static func mixed(_ x: Int, _ y: Int, _ number: Int) -> Int {
        var value = (x &* 73_856_093 ^ y &* 19_349_663 ^ number &* 83_492_791) & 0xffff_ffff
        value = ((value ^ value >> 13) &* 0x5bd1_e995) & 0xffff_ffff
        return value ^ value >> 15
    }
}
