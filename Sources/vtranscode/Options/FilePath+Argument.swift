public import ArgumentParser
import Storage
public import SystemPackage

extension FilePath: @retroactive ExpressibleByArgument {
    /// Creates a path from an argument; `nil`, which is a usage error, if it has a zero byte.
    ///
    /// An empty argument is an empty path: its use fails with the code of the upload or folder that it stands for, and other
    /// uploads are processed.
    public init?(argument: String) {
        guard let path = argument.isEmpty ? FilePath() : try? FilePath(checking: argument) else {
            return nil
        }
        self = path
    }
}
