package import SystemPackage

/// The record of a complete package that is durable and not visible yet.
///
/// Any process that has the record can commit the package or roll it back, more than once. The identity of the package shows
/// whether an earlier process, which may have been killed, completed its commit.
public struct StagedPackage: Codable, Hashable, Sendable {
    /// The path of the staged package in its workspace.
    package let path: FilePath
    /// The identity of the package, the same before and after its commit, on every host that shares the destination.
    ///
    /// Its form is the destination's: the local one uses the number of the inode.
    package let identity: String

    private enum CodingKeys: CodingKey { case path, identity }

    package init(path: FilePath, identity: String) {
        (self.path, self.identity) = (path, identity)
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            path: try values.decodePath(forKey: .path),
            identity: try values.decode(String.self, forKey: .identity))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodePath(path, forKey: .path)
        try values.encode(identity, forKey: .identity)
    }
}
