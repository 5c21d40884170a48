import Dispatch
import Foundation
import Logging
import MediaSandbox
import Presets
import Storage
import SystemPackage
import Transcoding

/// Packages uploads as HLS, each in a folder of the output: `Embed OUTPUT UPLOAD...`.
@main
enum Embed {
    /// Not asynchronous: the sandbox must start while the process has one thread.
    static func main() {
        let sandbox = Result { try SandboxMode.startServer() }
        Task {
            do {
                try await transcode(sandboxMode: .sandbox(.server(sandbox.get())))
            } catch {
                FileHandle.standardError.write(Data("error: \(error)\n".utf8))
                exit(1)
            }
        }
        dispatchMain()
    }

    static func transcode(sandboxMode: SandboxMode) async throws {
        let arguments = CommandLine.arguments.dropFirst().map { Location(FilePath($0)) }
        guard let output = arguments.first, arguments.count > 1 else {
            print("usage: Embed OUTPUT UPLOAD...")
            exit(64)
        }
        let options = RunOptions(
            output: output, preset: try Preset.load("hls-ladder"),
            jobs: ProcessInfo.processInfo.activeProcessorCount, memory: 4_000_000_000,
            force: false, sandboxMode: sandboxMode)
        let pipeline = Pipeline(options, logger: Logger(label: "embed"))
        let outcome = try await pipeline.run(Array(arguments.dropFirst())) { event in
            if case .progress(let progress) = event {
                print("\(progress.name): \(Int(progress.fraction * 100)) %")
            }
        }
        for result in outcome.results {
            switch result.outcome {
            case .published(let bytes, _, let segments, _):
                print("\(result.name): \(segments) segments, \(bytes) bytes")
            case .unchanged: print("\(result.name): unchanged")
            case .failed(let error): print(error)
            case .interrupted: print("\(result.upload): interrupted")
            }
        }
        let failed = outcome.results.contains {
            if case .failed = $0.outcome { true } else { false }
        }
        exit(failed ? 1 : 0)
    }
}
