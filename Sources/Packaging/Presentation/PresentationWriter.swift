/// A manifest format: a pure function from a presentation to text files.
///
/// Adding a format takes a type that conforms, and a call in `PackageAssembler`.
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
