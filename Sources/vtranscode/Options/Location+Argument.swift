public import ArgumentParser
public import Storage
import SystemPackage

extension Location: ExpressibleByArgument {
    /// Creates a location from an argument; `nil`, which is a usage error, if it has a zero byte or is an invalid URL.
    ///
    /// An empty argument is an empty path: its use fails with the code of the upload or folder that it stands for, and other
    /// uploads are processed.
    public init?(argument: String) {
        guard let location = argument.isEmpty ? Location("") : try? Location(checking: argument)
        else { return nil }
        self = location
    }

    /// This location, independent of the current directory.
    var absolute: Location { path.map { Location(AbsolutePath.of($0)) } ?? self }

    /// Whether this is a URL of a web server, which has no folders.
    var isOnWebServer: Bool {
        if case .web = kind { true } else { false }
    }
}
