internal import Foundation

/// The quality that the CRF of each rung is chosen for, per upload.
///
/// Coded as its text: `high`, or `xpsnr=38.5`.
public enum QualityTarget: Hashable, Sendable {
    /// Differences are visible beside the upload.
    case low
    /// Differences are visible beside the upload if one looks for them.
    case medium
    /// Differences are hardly visible.
    case high
    /// A mean XPSNR of luma, in dB.
    case xpsnr(Double)

    /// The values of `xpsnr`: below 20 dB, images are not recognizable, above 60 dB errors are smaller than one level.
    public static let range = 20.0...60.0

    /// Reads a target such as `high` or `xpsnr=38.5`, with or without `dB` at the end; `nil` if the text is none.
    public init?(_ text: String) {
        switch text {
        case "low": self = .low
        case "medium": self = .medium
        case "high": self = .high
        default:
            guard let value = Self.number(text), Self.range.contains(value) else { return nil }
            self = .xpsnr(value)
        }
    }

    /// Returns N of `xpsnr=N`, in `range` or not; `nil` for other texts.
    static func number(_ text: String) -> Double? {
        let name = "xpsnr="
        guard text.hasPrefix(name) else { return nil }
        let value = text.dropFirst(name.count)
        return Double(plain: value.hasSuffix("dB") ? value.dropLast(2) : value)
    }

    public var text: String {
        switch self {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        case .xpsnr(let value): "xpsnr=" + String(format: "%g", value)
        }
    }
}

extension QualityTarget: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let target = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "no quality target: \(text)")
        }
        self = target
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
