import ArgumentParser
import Foundation
import MediaModel

/// `vtranscode`: the root of the command line.
struct MainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vtranscode",
        abstract: "Package uploaded videos as HLS.",
        discussion: """
            EXAMPLES
              vtranscode run uploads/ --output out/
              vtranscode plan clip.mov
              vtranscode compress clip.mov --output clip.mp4 --quality medium
              vtranscode probe -- -clip.mp4    (a name that begins with a dash)

            EXIT STATUS
              0    every upload was published, was unchanged or was skipped
              1    at least one upload failed
              64   the command line is wrong
              65   the preset, the bucket settings or the only upload is bad
              69   an encoder is missing
              74   a file or the queue could not be read or written
              130  interrupted
            """,
        version: VTranscode.version,
        subcommands: [
            RunCommand.self, ProbeCommand.self, PlanCommand.self, CompressCommand.self,
            ThumbnailsCommand.self, CheckCommand.self, PresetsCommand.self, IndexCommand.self,
            QueueCommand.self,
            WorkerCommand.self, WatchCommand.self, PackageCommand.self, GarbageCommand.self,
        ])

    static func main() async {
        // If a pipe is closed (`vtranscode probe clip.mp4 | head -1`), `write` fails without a signal.
        signal(SIGPIPE, SIG_IGN)
        let status =
            if (try? parseAsRoot()) is any HandlesSignals {
                await perform()
            } else {
                await SignalHandling(Console.shared).canceling { await perform() }
            }
        Console.shared.clear()
        Foundation.exit(StandardStream.output.status(after: status).rawValue)
    }

    /// Rejects files such as `-holiday.mp4`, which would be parsed as the options -h, -o, -l and so on.
    private static func rejectFilesWithLeadingDash() throws {
        for argument in CommandLine.arguments.dropFirst().prefix(while: { $0 != "--" })
        where argument.hasPrefix("-") && argument.contains(".") {
            guard FileManager.default.fileExists(atPath: argument) else { continue }
            throw ValidationError("\(argument) is a file: write ./\(argument), or put it after --.")
        }
    }

    /// Runs a command; problems of its command line that are found now are printed as one line.
    private static func execute(_ command: inout any ParsableCommand) async throws {
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as ValidationError {
            Console.shared.print(ErrorLine.text(error.message))
            throw CommandStatus.usage.exitCode
        }
    }

    /// Prints help, the version, a completion script or a usage error of ArgumentParser, and exits.
    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        guard !code.isSuccess else { exit(withError: error) }
        StandardStream.error.print(
            UsageText.withoutSecrets(fullMessage(for: error), of: CommandLine.arguments))
        Foundation.exit(code.rawValue)
    }

    /// Parses the command line and runs the command; errors are printed here, once.
    private static func perform() async -> CommandStatus {
        var interruption = CommandStatus.interrupted
        do {
            try rejectFilesWithLeadingDash()
            var command = try parseAsRoot()
            if command is any RunsUntilInterrupted { interruption = .success }
            try await execute(&command)
            return Task.isCancelled ? interruption : .success
        } catch {
            guard let status = CommandStatus(error) else {
                end(with: error)
            }
            Console.shared.print(error)
            return Task.isCancelled ? interruption : status
        }
    }
}
