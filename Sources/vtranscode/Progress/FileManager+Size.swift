import Foundation
import Storage
import SystemPackage

extension FileManager {
    /// Returns a file's size in bytes; 0 if there is no such file.
    @Sendable static func size(of upload: Location) -> Int {
        guard let path = upload.path else { return 0 }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path.string)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
