import ArgumentParser
import Foundation
import MediaModel

/// `vtranscode`: the root of the command line.
struct MainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vtranscode",
        abstract: "Turns uploaded videos into HLS packages.",
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
              65   the preset, or the only upload, is bad
              69   an encoder is missing
              74   a file could not be read or written
              130  interrupted
            """,
        version: VTranscode.version,
        subcommands: [
            RunCommand.self, ProbeCommand.self, PlanCommand.self, CompressCommand.self,
            ThumbnailsCommand.self, PresetsCommand.self, IndexCommand.self, QueueCommand.self,
            WorkerCommand.self, WatchCommand.self,
        ])

    static func main() async {
        // A reader that goes away (`vtranscode probe clip.mp4 | head -1`) is an error of `write`,
        // not a signal.
        signal(SIGPIPE, SIG_IGN)
        let status =
            if (try? parseAsRoot()) is any HandlesSignals {
                await perform()
            } else {
                await SignalHandling(Console.shared).cancelling { await perform() }
            }
        Console.shared.clear()
        Foundation.exit(StandardStream.output.status(after: status).rawValue)
    }

    /// `-holiday.mp4` would be read as the options -h, -o, -l and so on, and print the help.
    private static func refuseFilesThatLookLikeOptions() throws {
        for argument in CommandLine.arguments.dropFirst().prefix(while: { $0 != "--" })
        where argument.hasPrefix("-") && argument.contains(".") {
            guard FileManager.default.fileExists(atPath: argument) else { continue }
            throw ValidationError("\(argument) is a file: write it as ./\(argument), or behind --.")
        }
    }

    /// Runs a command; what is wrong with its command line and shows only now is one line.
    private static func carryOut(_ command: inout any ParsableCommand) async throws {
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

    /// Parses the command line and carries it out; whatever goes wrong is said here, once.
    private static func perform() async -> CommandStatus {
        var interruption = CommandStatus.interrupted
        do {
            try refuseFilesThatLookLikeOptions()
            var command = try parseAsRoot()
            if command is any RunsUntilInterrupted { interruption = .success }
            try await carryOut(&command)
            return Task.isCancelled ? interruption : .success
        } catch {
            guard let status = CommandStatus(error) else {
                // Help, the version, a completion script and usage errors are ArgumentParser's to
                // print.
                exit(withError: error)
            }
            for line in ErrorLine.lines(for: error) { Console.shared.print(line) }
            if LogOptions.isVerbose {
                for line in ErrorLine.causes(of: error) { Console.shared.print(line) }
            }
            return Task.isCancelled ? interruption : status
        }
    }
}
