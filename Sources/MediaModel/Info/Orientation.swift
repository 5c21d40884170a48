public import MediaUnits

/// How a stored picture must be turned and mirrored to be shown: one of eight ways.
public struct Orientation: Codable, Hashable, Sendable {
    /// Degrees clockwise: 0, 90, 180 or 270.
    ///
    /// Applied after the mirroring.
    public let rotation: Int
    /// Exchanged left and right before it is turned.
    public let isMirrored: Bool

    public static let upright = Orientation(rotation: 0, isMirrored: false)

    /// From a display matrix (ISO/IEC 14496-12, 6.2.2; libavutil/display.h); angles between are rounded to the nearest.
    public init(displayMatrix matrix: [Int32]?) {
        guard let matrix, matrix.count == 9 else {
            self = .upright
            return
        }
        // (x, y) of the stored picture is shown at (a·x + c·y, b·x + d·y), y downwards.
        let (a, b) = (Int(matrix[0]), Int(matrix[1]))
        let (c, d) = (Int(matrix[3]), Int(matrix[4]))
        let isMirrored = a * d - b * c < 0
        // Where the stored x axis points once the mirroring is undone.
        let (x, y) = isMirrored ? (-a, -b) : (a, b)
        let rotation =
            if abs(x) >= abs(y) { x >= 0 ? 0 : 180 } else { y > 0 ? 90 : 270 }
        self.init(rotation: rotation, isMirrored: isMirrored)
    }

    public init(rotation: Int, isMirrored: Bool) {
        self.rotation = rotation
        self.isMirrored = isMirrored
    }

    public var exchangesSides: Bool { rotation % 180 != 0 }

    /// The size as shown of a picture of a stored size.
    public func applied(to size: Resolution) -> Resolution {
        exchangesSides ? size.transposed : size
    }

    /// libavfilter's filters that do it.
    package var filters: [String] {
        let mirror = isMirrored ? ["hflip"] : []
        return switch rotation {
        case 90: mirror + ["transpose=clock"]
        case 180: mirror + ["hflip", "vflip"]
        case 270: mirror + ["transpose=cclock"]
        default: mirror
        }
    }
}
