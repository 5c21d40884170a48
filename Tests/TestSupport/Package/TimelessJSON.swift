public import Foundation

/// A manifest or index without the members that differ between runs: times and durations.
public enum TimelessJSON {
    /// The member about the run (docs/manifest.md).
    private static let timed = "work"

    /// Returns the file as text with sorted keys.
    public static func text(of file: URL) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let data = try JSONSerialization.data(
            withJSONObject: stripped(object),
            options: [.sortedKeys, .fragmentsAllowed]
        )
        return String(decoding: data, as: UTF8.self)
    }

    private static func stripped(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            object.filter { $0.key != timed }.mapValues(stripped)
        case let list as [Any]: list.map(stripped)
        default: value
        }
    }
}
