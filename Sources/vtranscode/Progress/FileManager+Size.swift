import Foundation
import SystemPackage

extension FileManager {
    /// Returns a file's size in bytes; 0 if there is no such file.
    @Sendable static func size(of path: FilePath) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path.string)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
