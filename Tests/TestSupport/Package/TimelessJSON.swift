public import Foundation

/// A manifest or index without what may differ between two runs: when things ran and for how long.
public enum TimelessJSON {
    /// Members that tell about the run instead of the package.
    private static let timed: Set<String> = [
        "timings", "jobs", "created", "started", "finished", "published", "wallSeconds",
        "cpuSeconds", "seconds", "reused", "generated", "updated",
    ]

    /// The file as text with sorted keys.
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
            object.filter { !timed.contains($0.key) }.mapValues(stripped)
        case let list as [Any]: list.map(stripped)
        default: value
        }
    }
}
