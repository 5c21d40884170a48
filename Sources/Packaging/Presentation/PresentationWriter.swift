package import Presets

/// A format that describes presentations to players: a pure function from a presentation to text files.
///
/// Adding a format takes a type that conforms, and an entry of `PresentationFormats.all`.
package protocol PresentationWriter: Sendable {
    /// The name of the format in manifests, such as `hls`.
    static var format: String { get }

    /// The path, below a package, of the file that players open.
    static var entryPath: String { get }

    /// Returns whether packages of a preset have the format.
    static func isWritten(with packaging: Packaging) -> Bool

    init(_ presentation: Presentation)

    /// The text files of the format, by their paths below the package; one has the path `entryPath`.
    var files: [TextFile] { get }
}

/// A text file of a package.
package struct TextFile: Hashable, Sendable {
    /// The path below the package.
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}
