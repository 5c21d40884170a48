/// The record of a complete package that is durable and not visible yet.
///
/// Any process that has the record can commit the package or roll it back, more than once. The identity of the package tells
/// whether an earlier process, which may have been killed, completed its commit.
public struct StagedPackage: Codable, Hashable, Sendable {
    /// The path of the staged package in its workspace.
    package let path: String
    /// The identity of the package, the same before and after its commit, on every host that shares the destination.
    ///
    /// Its form is the destination's: the local one uses the number of the inode.
    package let identity: String

    package init(path: String, identity: String) {
        (self.path, self.identity) = (path, identity)
    }
}
