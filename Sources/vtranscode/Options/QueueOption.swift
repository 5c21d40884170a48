import ArgumentParser
import Foundation
import JobQueue

/// The queue of a command.
struct QueueOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The queue: sqlite:PATH or postgresql://USER@HOST/DATABASE (default: $VTRANSCODE_QUEUE, otherwise a file in the state folder).",
            valueName: "url"),
        completion: .file())
    var queue: String?

    var url: QueueURL {
        get throws {
            let environment = ProcessInfo.processInfo.environment
            if let queue { return try QueueURL(queue) }
            if let queue = environment["VTRANSCODE_QUEUE"], !queue.isEmpty {
                return try QueueURL(queue)
            }
            return .standard(environment: environment)
        }
    }

    /// Opens the queue; commands that submit jobs or execute tasks create a missing file.
    func open(
        _ policy: QueuePolicy = QueuePolicy(), createsFile: Bool = false
    ) async throws -> any QueueStore {
        try await url.open(policy: policy, createsFile: createsFile) {
            Console.shared.print(ErrorLine.warning($0))
        }
    }
}
