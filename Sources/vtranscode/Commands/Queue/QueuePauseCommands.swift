import ArgumentParser
import JobQueue

/// `vtranscode queue pause`: stops the claiming of tasks.
struct QueuePauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Stop workers from claiming tasks; running tasks and submissions continue.",
        discussion: """
            EXAMPLES
              vtranscode queue pause
            """)

    @Flag(help: "Print JSON: paused.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func run() async throws {
        try await queue.open().setPaused(true)
        if json { StandardStream.output.print(try JSONText.of(["paused": true])) }
    }
}

/// `vtranscode queue resume`: resumes the claiming of tasks.
struct QueueResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Let workers claim tasks again after a pause.",
        discussion: """
            EXAMPLES
              vtranscode queue resume
            """)

    @Flag(help: "Print JSON: paused.")
    var json = false
    @OptionGroup var queue: QueueOption
    @OptionGroup var log: LogOptions

    func run() async throws {
        try await queue.open().setPaused(false)
        if json { StandardStream.output.print(try JSONText.of(["paused": false])) }
    }
}
