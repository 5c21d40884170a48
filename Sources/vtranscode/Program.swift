import Dispatch
import Foundation
import MediaSandbox
import Sandbox
internal import Transcoding

/// Where the program starts.
@main
enum Program {
    /// Not asynchronous: that would have threads already, and a process that has them cannot be copied.
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == SandboxProcess.argument { SandboxMode.serve() }
        // Inherited as ignored, it would keep from us how children ended (wait(2)).
        signal(SIGCHLD, SIG_DFL)
        _ = SandboxOptions.server
        Task { await MainCommand.main() }
        dispatchMain()
    }
}
