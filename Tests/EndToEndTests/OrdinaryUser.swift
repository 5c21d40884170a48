import Foundation
import TestSupport

/// A user without rights, for workers, which refuse to run as root.
struct OrdinaryUser {
    /// `nobody`, on every system.
    private static let id = 65534

    /// Tests run as root, and the user can run the built program: a checkout below `/root` is out of the user's reach.
    private let isAnother: Bool

    static func find() async throws -> OrdinaryUser { try await shared.value }

    private static let shared = Task {
        guard geteuid() == 0 else { return OrdinaryUser(isAnother: false) }
        let version = Command(try VTranscode.binary.get(), ["--version"])
        let isAble = try await wrapped(version).runNow().status == 0
        return OrdinaryUser(isAnother: isAble)
    }

    /// The command as that user runs it; as whoever runs the tests where that is not root.
    func command(_ command: Command) -> Command {
        isAnother ? Self.wrapped(command) : command
    }

    /// What a worker needs to be told where it is root after all.
    var workerOptions: [String] { geteuid() == 0 && !isAnother ? ["--allow-root"] : [] }

    /// Gives the user a file or folder.
    func own(_ url: URL) throws {
        guard isAnother else { return }
        try FileManager.default.setAttributes(
            [.ownerAccountID: Self.id, .groupOwnerAccountID: Self.id], ofItemAtPath: url.path)
    }

    private static func wrapped(_ command: Command) -> Command {
        let user = ["--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--bounding-set=-all"]
        return Command("setpriv", user + [command.program] + command.arguments)
    }
}
