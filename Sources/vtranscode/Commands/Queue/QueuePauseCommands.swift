import ArgumentParser
import JobQueue

/// `vtranscode queue pause`: no task is begun any more.
struct QueuePauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Begin no task any more; what runs goes on, and jobs are still taken.",
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

/// `vtranscode queue resume`: tasks are begun again.
struct QueueResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Begin tasks again after a pause.",
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
