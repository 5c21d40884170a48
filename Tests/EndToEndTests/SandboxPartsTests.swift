#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// Kernels without a part of the sandbox, simulated by strace.
    @Suite(.timeLimit(.minutes(5))) struct SandboxPartsTests {
        static let missing = [
            (call: "seccomp", part: "seccomp"), ("landlock_create_ruleset", "landlock"),
            ("landlock_restrict_self", "landlock"),
        ]

        private static func plan(
            without call: String?, _ options: [String]
        ) async throws -> Command.Output {
            let folder = try TemporaryFolder("parts")
            let upload = folder.file("clip.mp4")
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "testsrc2=s=160x90:d=1", "-pix_fmt", "yuv420p"]
                    + [FFprobe.path(upload)])
            let product = [try VTranscode.binary.get(), "plan", upload.path] + options
            let tracer = call.map {
                [
                    "strace", "-f", "-o", folder.file("trace").path, "-e",
                    "inject=\($0):error=ENOSYS",
                ]
            }
            let words = (tracer ?? []) + product
            return try await Command(words[0], Array(words.dropFirst())).run()
        }

        @Test(arguments: missing)
        func missingPartIsReportedOnce(call: String, part: String) async throws {
            let output = try await Self.plan(without: call, [])
            #expect(output.status == 0, "\(output.errorOutput)")
            let warnings = output.errorOutput.split(separator: "\n").filter {
                $0.contains("the kernel lacks a part of the sandbox (\(part))")
            }
            #expect(warnings.count == 1, "\(output.errorOutput)")
        }

        @Test(arguments: missing)
        func missingPartFailsIfTheSandboxIsRequired(call: String, part: String) async throws {
            let output = try await Self.plan(without: call, ["--require-sandbox"])
            #expect(output.status == 74)
            #expect(output.errorOutput.contains("(\(part))"), "\(output.errorOutput)")
        }

        @Test func completeSandboxIsAccepted() async throws {
            let output = try await Self.plan(without: nil, ["--require-sandbox"])
            #expect(output.status == 0, "\(output.errorOutput)")
            #expect(!output.errorOutput.contains("sandbox"))
        }
    }
#endif
