import MediaTestSupport
import MediaUnits
import Testing

@testable import LibAV
@testable import MediaModel

/// ISO/IEC 14496-12, 6.2.2: (x, y) of the stored frame is shown at (a·x + c·y, b·x + d·y).
@Suite struct OrientationTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let a: Int, b: Int, c: Int, d: Int
        let rotation: Int
        let isMirrored: Bool

        var matrix: [Int32] {
            [a, b, 0, c, d, 0, 0, 0].map { Int32($0 * 65_536) } + [1 << 30]
        }
        var testDescription: String { "\(rotation)\(isMirrored ? " mirrored" : "")" }
    }

    /// All eight orientations.
    static let cases = [
        Case(a: 1, b: 0, c: 0, d: 1, rotation: 0, isMirrored: false),
        Case(a: 0, b: 1, c: -1, d: 0, rotation: 90, isMirrored: false),
        Case(a: -1, b: 0, c: 0, d: -1, rotation: 180, isMirrored: false),
        Case(a: 0, b: -1, c: 1, d: 0, rotation: 270, isMirrored: false),
        Case(a: -1, b: 0, c: 0, d: 1, rotation: 0, isMirrored: true),
        Case(a: 0, b: -1, c: -1, d: 0, rotation: 90, isMirrored: true),
        Case(a: 1, b: 0, c: 0, d: -1, rotation: 180, isMirrored: true),
        Case(a: 0, b: 1, c: 1, d: 0, rotation: 270, isMirrored: true),
    ]

    @Test(arguments: cases) func orientationOfEveryMatrixIsRead(_ matrix: Case) {
        let orientation = Orientation(displayMatrix: matrix.matrix)
        #expect(orientation.rotation == matrix.rotation)
        #expect(orientation.isMirrored == matrix.isMirrored)
        #expect(orientation.exchangesSides == (matrix.a == 0))
        let size = Resolution(width: 64, height: 32)
        #expect(orientation.applied(to: size) == (matrix.a == 0 ? size.transposed : size))
    }

    /// Four quarters of different brightness: each must be in the corner that the matrix gives it.
    @Test(arguments: cases) func everyCornerIsWhereTheMatrixPutsIt(_ matrix: Case) throws {
        let stored = Resolution(width: 64, height: 32)
        let shown = matrix.a == 0 ? stored.transposed : stored
        let luma: [UInt8] = [50, 100, 150, 200]
        let pixels = TestFrame.quarters(luma, stored)
        let source = TestFrame.source(orientation: Orientation(displayMatrix: matrix.matrix))
        let frame = try TestFrame.presented(pixels, stored, source, to: shown)
        for (corner, value) in zip([(-1, -1), (1, -1), (-1, 1), (1, 1)], luma) {
            let x = matrix.a * corner.0 + matrix.c * corner.1
            let y = matrix.b * corner.0 + matrix.d * corner.1
            let column = x < 0 ? 0 : shown.width - 1
            let row = y < 0 ? 0 : shown.height - 1
            #expect(frame[row * shown.width + column] == value, "stored corner \(corner)")
        }
    }

    @Test(arguments: [nil, [], [1, 2, 3], Array(repeating: 0, count: 9)] as [[Int32]?])
    func invalidMatrixIsUpright(matrix: [Int32]?) {
        #expect(Orientation(displayMatrix: matrix) == .upright)
    }

    /// An intermediate angle is rounded to the nearest quarter turn; extreme numbers do not trap.
    @Test(
        arguments: [
            ([65_000, 8_000, 0, -8_000, 65_000, 0, 0, 0, 1 << 30], 0),
            ([8_000, 65_000, 0, -65_000, 8_000, 0, 0, 0, 1 << 30], 90),
            ([.min, .min, .min, .max, .max, .max, .min, .min, .max], 180),
        ] as [([Int32], Int)])
    func otherMatricesAreRoundedToAQuarterTurn(matrix: [Int32], rotation: Int) {
        #expect(Orientation(displayMatrix: matrix).rotation == rotation)
    }
}
