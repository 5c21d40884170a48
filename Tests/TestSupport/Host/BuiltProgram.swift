import Foundation

/// A program of this package, built with the test bundle.
public enum BuiltProgram {
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    public static func path(of name: String) throws(Missing) -> String {
        let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = bundle.deletingLastPathComponent()
        // A bundle that is a folder (macOS) has its program some levels down.
        for _ in 0..<4 {
            let candidate = folder.appending(path: name).path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        throw Missing(description: "no \(name) next to \(bundle.path)")
    }
}
