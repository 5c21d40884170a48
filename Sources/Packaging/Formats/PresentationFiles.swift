package import Errors
package import Presets

/// The text files of a package, in all formats that its preset asks for.
package struct PresentationFiles: Sendable {
    package let files: [TextFile]
    /// The formats, in the order of the registry, and the files that players open.
    package let entries: [Manifest.Format]

    /// Writes a presentation in formats of a registry.
    ///
    /// - Throws: `InternalError` if no format is written, if a format lacks its entry file, or if two files have one path.
    package init(
        _ presentation: Presentation, _ packaging: Packaging,
        in registry: [any PresentationWriter.Type]
    ) throws(InternalError) {
        let formats = registry.filter { $0.isWritten(with: packaging) }
        guard !formats.isEmpty else { throw InternalError("no format describes the package") }
        var files: [TextFile] = []
        for format in formats {
            let written = format.init(presentation).files
            guard written.contains(where: { $0.path == format.entryPath }) else {
                throw InternalError("\(format.format): no file \(format.entryPath)")
            }
            files += written
        }
        guard Set(files.map(\.path)).count == files.count else {
            throw InternalError("two files of a package have the same path")
        }
        self.files = files
        entries = formats.map { Manifest.Format(name: $0.format, path: $0.entryPath) }
    }
}
