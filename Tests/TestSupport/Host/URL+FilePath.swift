public import Foundation
public import SystemPackage

extension URL {
    /// The path of a file.
    public var filePath: FilePath { FilePath(path(percentEncoded: false)) }
}
