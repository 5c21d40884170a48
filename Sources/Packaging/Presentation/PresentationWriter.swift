/// A manifest format: a pure function from a presentation to text files.
///
/// A new format is a conforming type and a call in `PackageAssembly`.
package protocol PresentationWriter {
    init(_ presentation: Presentation)

    /// The text files of the format, by their paths below the package.
    var files: [TextFile] { get }
}

/// A text file of a package.
package struct TextFile: Hashable, Sendable {
    /// The path below the package.
    package let path: String
    package let text: String
}
