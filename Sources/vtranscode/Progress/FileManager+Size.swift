import Foundation

extension FileManager {
    /// Bytes, 0 where there is no such file.
    @Sendable static func size(ofFile path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
