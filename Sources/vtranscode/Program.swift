import Dispatch
import Foundation
import MediaSandbox
import Sandbox
internal import Transcoding

/// The entry point of the program.
@main
enum Program {
    /// Starts the fork server first, while this process has one thread.
    ///
    /// An asynchronous `main` has several threads.
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == SandboxProcess.argument { SandboxMode.serve() }
        ListedArguments.hideSecrets()
        // If it is inherited as ignored, the status of child processes is not available (wait(2)).
        signal(SIGCHLD, SIG_DFL)
        _ = SandboxOptions.server
        Task { await MainCommand.main() }
        dispatchMain()
    }
}
