public import MediaUnits

/// The rotation and mirroring that make a stored frame upright: one of eight.
public struct Orientation: Codable, Hashable, Sendable {
    /// The clockwise rotation, in degrees: 0, 90, 180 or 270.
    ///
    /// Applied after mirroring.
    public let rotation: Int
    /// Whether left and right are exchanged before the rotation.
    public let isMirrored: Bool

    public static let upright = Orientation(rotation: 0, isMirrored: false)

    /// Reads a display matrix (ISO/IEC 14496-12, 6.2.2; libavutil/display.h); other angles are rounded to the nearest.
    public init(displayMatrix matrix: [Int32]?) {
        guard let matrix, matrix.count == 9 else {
            self = .upright
            return
        }
        // (x, y) of the stored frame is shown at (a·x + c·y, b·x + d·y), y downwards.
        let (a, b) = (Int(matrix[0]), Int(matrix[1]))
        let (c, d) = (Int(matrix[3]), Int(matrix[4]))
        let isMirrored = a * d - b * c < 0
        // The direction of the stored x axis without the mirroring.
        let (x, y) = isMirrored ? (-a, -b) : (a, b)
        let rotation =
            if abs(x) >= abs(y) { x >= 0 ? 0 : 180 } else { y > 0 ? 90 : 270 }
        self.init(rotation: rotation, isMirrored: isMirrored)
    }

    public init(rotation: Int, isMirrored: Bool) {
        self.rotation = rotation
        self.isMirrored = isMirrored
    }

    /// Whether the rotation exchanges width and height.
    public var exchangesSides: Bool { rotation % 180 != 0 }

    /// Returns the display size of a frame of a stored size.
    public func applied(to size: Resolution) -> Resolution {
        exchangesSides ? size.transposed : size
    }

    /// The filters of libavfilter that make a stored frame upright.
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
