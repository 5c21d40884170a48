import Foundation
import TestSupport
import Testing

/// Runs a program without root's permission to ignore file modes.
enum Unprivileged {
    /// Runs a command; cancels the test if root cannot drop its capabilities.
    static func run(_ command: Command) async throws -> Command.Output {
        guard geteuid() == 0 else { return try await command.run() }
        let limits = ["--bounding-set=-dac_override,-dac_read_search"]
        guard try await Command("setpriv", limits + ["true"]).run().status == 0 else {
            try Test.cancel("root reads and writes everything, and setpriv does not work here")
        }
        return try await Command("setpriv", limits + [command.program] + command.arguments)
            .run()
    }
}
