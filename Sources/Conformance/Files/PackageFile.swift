import Storage

/// A file that a package names.
struct PackageFile: Hashable, Sendable {
    /// The path in the package; the URL without its query for a file of another folder or host.
    let name: String
    /// The location, with the query of a URL.
    let location: Location
    /// The query of its URI with the question mark; empty without one.
    let query: String
    /// Whether it may have an address outside of the public internet: not if a public server names it.
    let allowsPrivate: Bool
}
