internal import Foundation
internal import Storage

/// A package that is in the output folder.
struct ExistingPackage {
    let manifest: Manifest
    private let folder: String

    /// `nil` if there is no folder of that name with a manifest that can be read.
    init?(_ name: String, in output: String) {
        folder = "\(output)/\(name)"
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(Manifest.fileName)"),
            let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
        else { return nil }
        self.manifest = manifest
    }

    /// Every file that the manifest lists is there in its size.
    var isComplete: Bool {
        manifest.files.allSatisfy { file in
            (try? FileStatus(of: "\(folder)/\(file.path)"))?.size == Int64(file.bytes)
        }
    }
}
