import Foundation

extension FileManager {
    /// Returns a file's size in bytes; 0 if there is no such file.
    @Sendable static func size(ofFile path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
