import ArgumentParser

/// `vtranscode queue`: submits and manages jobs.
struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Submit jobs to a queue, and manage them.",
        discussion: """
            `vtranscode worker` executes jobs, on this host or others. The queue is a file on this \
            host (sqlite:PATH) or a PostgreSQL database; $VTRANSCODE_QUEUE names it for all commands.

            EXAMPLES
              vtranscode queue add clip.mov --output /srv/packages
              vtranscode queue list --status failed
              vtranscode queue show 06dj4k2m8q0v7x3y5z1a --follow
              vtranscode queue retry 06dj4k2m8q0v7x3y5z1a
            """,
        subcommands: [
            QueueAddCommand.self, QueueListCommand.self, QueueShowCommand.self,
            QueueCancelCommand.self, QueueRetryCommand.self, QueuePauseCommand.self,
            QueueResumeCommand.self, QueueStatsCommand.self, QueuePruneCommand.self,
            QueueTenantCommand.self, QueueWebhooksCommand.self,
        ])
}
