#if os(Linux)
    import Foundation
    import Logging
    import Sandbox
    import TestSupport
    import Testing

    @testable import Transcoding

    /// A stand-in for sandbox processes that has the work done and then lies about it, or leaves other things behind: the upload
    /// fails with a code, and nothing foreign is published.
    @Suite(.timeLimit(.minutes(10))) struct HostileProcessTests {
        /// Has the product do the work, then runs a line of Python on the reply of one kind of work, in its draft folder.
        private static let program = """
            import json, os, subprocess, sys
            product, secret, kind, lie = sys.argv[1:5]
            request, work = sys.stdin.buffer.readline(), sys.stdin.buffer.readline()
            open_files = [int(name) for name in os.listdir("/proc/self/fd") if int(name) > 2]
            worker = subprocess.Popen(
                [product, "__sandbox"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                pass_fds=[file for file in open_files if os.path.exists(f"/proc/self/fd/{file}")])
            # The end of its input would be that of its parent.
            worker.stdin.write(request + work)
            worker.stdin.flush()
            lines = worker.stdout.read().decode().splitlines()
            if json.loads(request)["kind"] == kind:
                name = "180p-0.m4s"
                reply = lines[-1]
                exec(lie)
                lines[-1] = reply
            print("\\n".join(lines), flush=True)
            sys.stdin.buffer.read()
            """

        static let lies: [(kind: String, lie: String)] = [
            ("node", #"reply = reply.replace('"index":0', '"index":9999', 1)"#),
            ("node", #"reply = reply.replace('"byteCount":', '"byteCount":-', 1)"#),
            ("node", #"reply = reply.replace('"180p"', '"../../secret"')"#),
            ("node", "reply = reply[:len(reply) // 2]"),
            ("node", "reply = '{}'"),
            ("node", "os.remove(name)"),
            ("node", "os.remove(name); os.symlink(secret, name)"),
            ("node", "os.remove(name); os.link(secret, name)"),
            ("node", "os.remove(name); os.mkfifo(name)"),
            ("node", "os.remove(name); os.mkdir(name)"),
            ("node", "os.truncate(name, 10)"),
            ("node", "open('surprise', 'w').close()"),
            ("node", "os.link(name, secret + '-name')"),
            ("audio", "os.remove('init.mp4'); os.symlink(secret, 'init.mp4')"),
            ("audio", #"reply = reply.replace('"duration":', '"duration":9', 1)"#),
            (
                "thumbnails",
                "os.remove('storyboard-000.jpg'); os.symlink(secret, 'storyboard-000.jpg')"
            ),
            ("probe", #"reply = reply.replace('"sha256":"', '"sha256":"0')"#),
            ("probe", #"reply = reply.replace('"byteCount":', '"byteCount":9')"#),
            ("probe", #"reply = reply.replace('"frameCount":', '"frameCount":-')"#),
            ("remux", "os.remove('joined.mp4'); os.symlink(secret, 'joined.mp4')"),
        ]

        @Test(arguments: lies)
        func lieFailsItsUploadAndPublishesNothing(kind: String, lie: String) async throws {
            let folder = try TemporaryFolder("hostile")
            let secret = folder.file("secret")
            try Data("another sender's upload".utf8).write(to: secret)
            let outcome = try await Self.run(kind, lie, secret: secret, in: folder)
            guard case .failed(let error) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect([.crashed, .damaged, .output].contains(error.code), "\(error)")
            #expect(FileTree.published(in: folder.file("out")).filter { $0 != "index.json" } == [])
        }

        /// Else the tests above would see failures of their own making.
        @Test func standInThatTellsTheTruthPublishes() async throws {
            let folder = try TemporaryFolder("honest")
            let outcome = try await Self.run("none", "", secret: folder.file("secret"), in: folder)
            guard case .published = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }

        private static func run(
            _ kind: String, _ lie: String, secret: URL, in folder: TemporaryFolder
        ) async throws -> UploadResult.Outcome {
            let clip = try await StagedClip.shared.value
            let product = try BuiltProgram.path(of: "vtranscode")
            let launcher = SandboxLauncher.program(
                "/usr/bin/python3", ["-c", program, product, secret.path, kind, lie])
            let options = RunOptions(
                output: folder.file("out").path, name: "clip", preset: StagedClip.preset(),
                jobs: 2, memory: 2 << 30, force: false,
                isolation: .sandbox(launcher, stallTimeout: 60))
            let outcome = try await Pipeline(options, logger: Logger(label: "test"))
                .run([clip.upload.path]) { _ in }
            return try #require(outcome.results.first?.outcome)
        }
    }
#endif
