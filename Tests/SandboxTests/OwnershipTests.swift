#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @testable import Sandbox

    /// Descriptors and processes have one owner, which releases them on every path.
    @Suite(.timeLimit(.minutes(5))) struct OwnershipTests {
        /// A script in place of a sandbox process, with two descriptors of files and those of two folders.
        fileprivate static func run(_ script: String, isStopped: Bool = false) throws -> Int {
            let files = [open("/dev/null", O_RDONLY), open("/dev/zero", O_RDONLY)]
            let folder = open("/", O_RDONLY | O_DIRECTORY)
            defer {
                // They stay the caller's: closing each of them succeeds once.
                for descriptor in files + [folder] { #expect(close(descriptor) == 0) }
            }
            return try run(
                .program("/bin/sh", ["-c", "read -r request; read -r work; \(script)"]),
                SandboxGrant(files: files, draft: folder, artifacts: folder),
                isStopped: isStopped)
        }

        fileprivate static func run(
            _ launcher: SandboxLauncher, _ grant: SandboxGrant, isStopped: Bool = false
        ) throws -> Int {
            try SandboxRunner(launcher, stallTimeout: 1, logLevel: "critical").run(
                SandboxRunnerTests.Number(), grant, limits: limits, isStopped: { isStopped },
                report: { _ in }, log: { _, _ in }, measured: { _ in })
        }

        fileprivate static let limits = SandboxLimits(
            memory: 1 << 40, cpuSeconds: 100, fileSize: 1 << 30, outputSize: 1000)

        fileprivate static let failures = [
            "kill -SEGV $$", "exit 3", "exec >&-; exec sleep 1000", "exec sleep 1000",
            "echo no JSON; exec sleep 1000", "echo '{\"done\":{}}'; echo x; exec sleep 1000",
            "echo '{\"failed\":{}}'; echo '{\"reason\":\"odd\"}'; exec sleep 1000",
            "exec cat /dev/zero",
        ]

        /// Whether this process has no child, neither running nor a zombie.
        fileprivate static func hasNoChild() -> Bool {
            waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD
        }

        @Test func failedWorkLeaksNoDescriptorsAndNoProcess() async {
            await #expect(processExitsWith: .success) {
                // The first call opens what the libraries retain.
                _ = try? OwnershipTests.run("exit 3")
                let before = try OpenDescriptors.count()
                for script in OwnershipTests.failures {
                    #expect(throws: (any Error).self) { try OwnershipTests.run(script) }
                    #expect(try OpenDescriptors.count() == before, "\(script)")
                    #expect(OwnershipTests.hasNoChild(), "\(script)")
                }
            }
        }

        @Test func finishedAndCancelledWorkLeaksNoDescriptorsAndNoProcess() async {
            await #expect(processExitsWith: .success) {
                let script = "echo '{\"done\":{}}'; echo 42; exec sleep 1000"
                _ = try OwnershipTests.run(script)
                let before = try OpenDescriptors.count()
                #expect(try OwnershipTests.run(script) == 42)
                #expect(throws: CancellationError.self) {
                    try OwnershipTests.run(script, isStopped: true)
                }
                #expect(try OpenDescriptors.count() == before)
                #expect(OwnershipTests.hasNoChild())
            }
        }

        /// A missing program, too many files, and a descriptor that is not open, after one that is.
        @Test func failedStartLeaksNoDescriptors() async {
            await #expect(processExitsWith: .success) {
                _ = try? OwnershipTests.run("exit 3")
                let before = try OpenDescriptors.count()
                let shell = SandboxLauncher.program("/bin/sh", [])
                for (launcher, files) in [
                    (.program("/no/such/program", []), [0]),
                    (shell, Array(repeating: Int32(0), count: 201)), (shell, [0, -1]),
                ] {
                    let error = #expect(throws: SandboxError.self) {
                        try OwnershipTests.run(launcher, SandboxGrant(files: files))
                    }
                    guard case .notStarted = error else {
                        Issue.record("\(String(describing: error))")
                        continue
                    }
                }
                #expect(try OpenDescriptors.count() == before)
                #expect(OwnershipTests.hasNoChild())
            }
        }

        /// An error between the start and the outcome drops the process.
        @Test func droppedProcessIsEndedAndReaped() async {
            await #expect(processExitsWith: .success) {
                _ = try? OwnershipTests.run("exit 3")
                let before = try OpenDescriptors.count()
                let number: pid_t
                do {
                    let launcher = SandboxLauncher.program("/bin/sh", ["-c", "exec sleep 1000"])
                    let process = try launcher.start(SandboxGrant(), OwnershipTests.limits)
                    number = process.number
                    #expect(kill(number, 0) == 0)
                }
                #expect(kill(number, 0) == -1 && errno == ESRCH)
                #expect(try OpenDescriptors.count() == before)
            }
        }

        /// The same with a fork server, and after its release: SandboxExploit.swift, `release`.
        @Test func forkServerLeaksNoDescriptorsAndNoProcess() async throws {
            let folder = try TemporaryFolder("release")
            for name in ["draft", "artifacts"] { _ = try folder.folder(name) }
            try Data("upload".utf8).write(to: folder.file("upload.mp4"))
            let program = try BuiltProgram.path(of: "SandboxExploit")
            let output = try await Command(program, [folder.url.path, "release"]).succeed(
                cores: .max)
            #expect(
                output.lines == [
                    "finished: 0 descriptors leaked", "failed: 0 descriptors leaked",
                    "badReply: 0 descriptors leaked", "cancelled: 0 descriptors leaked",
                    "notStarted: 0 descriptors leaked", "dropped server: 0 descriptors leaked",
                    "children: none",
                ])
        }
    }
#endif
