import Foundation
import TestSupport

/// An unprivileged user for workers, which refuse to run as root.
struct OrdinaryUser {
    /// The id of `nobody`, on every system.
    private static let id = 65534

    /// Whether tests run as root and the user can execute the built program, which is not in `/root`.
    private let isAnother: Bool

    static func find() async throws -> OrdinaryUser { try await shared.value }

    private static let shared = Task {
        guard geteuid() == 0 else { return OrdinaryUser(isAnother: false) }
        let version = Command(try VTranscode.binary.get(), ["--version"])
        let isAble = try await wrapped(version).runNow().status == 0
        return OrdinaryUser(isAnother: isAble)
    }

    /// Returns the command as that user; unchanged if the tests do not run as root.
    func command(_ command: Command) -> Command {
        isAnother ? Self.wrapped(command) : command
    }

    /// The options of a worker that must run as root.
    var workerOptions: [String] { geteuid() == 0 && !isAnother ? ["--allow-root"] : [] }

    /// Makes the user the owner of a file or folder.
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
