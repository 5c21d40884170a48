#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// What a worker is trusted with, and uploads must not get.
    @Suite struct SecretsTests {
        private static let secrets = [
            "PGPASSWORD=hush-1", "VTRANSCODE_HTTP_TOKEN=hush-2-of-at-least-16-characters",
            "VTRANSCODE_WEBHOOK_SECRET=hush-3-of-at-least-16-characters",
            "VTRANSCODE_QUEUE=postgresql://vt:hush-4@127.0.0.1/postgres", "AWS_SECRET=hush-5",
        ]

        /// By its own look at itself, and by anything of the same user's that an upload may get to.
        @Test func childrenHoldNoneOfTheirWorkers() async throws {
            try await QueueSite.with(.sqlite) { site in
                let upload = try await QueueFilm.shared.value.upload
                let job = try await site.add(upload, "--name", "film")
                let worker = try await site.worker(environment: Self.secrets)
                let file = upload.resolvingSymlinksInPath()
                var child: [String] = []
                try await site.until("a child works") {
                    let children = ChildProcess.children(of: worker.process, reading: file)
                    // Empty where it has ended meanwhile.
                    child = children.first.map(Self.environment(of:)) ?? []
                    return !child.isEmpty
                }
                // Else the test would see nothing; but nobody else than root may see that much.
                let own = Self.environment(of: worker.process)
                #expect(geteuid() == 0 ? Self.secrets.allSatisfy(own.contains) : own.isEmpty)
                #expect(child.contains { $0.hasPrefix("PATH=") })
                #expect(child.filter { $0.contains("hush") || $0.contains("SECRET") } == [])
                #expect(child.filter { $0.hasPrefix("VTRANSCODE_") || $0.hasPrefix("PG") } == [])
                // The server that children are copied from.
                let server = ChildProcess.children(of: worker.process).filter {
                    Self.name(of: $0) == "vt-fork-server"
                }.map(Self.environment(of:))
                #expect(server.count == 1 && server[0].contains { $0.hasPrefix("PATH=") })
                #expect(server.joined().filter { $0.contains("hush") } == [])
                try await site.untilEnded(job, as: "completed")
                worker.signal(SIGTERM)
                #expect(try await worker.status() == 0)
            }
        }

        private static func name(of process: Int32) -> String {
            let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            return (text ?? "").trimmingCharacters(in: .newlines)
        }

        /// As the kernel has it.
        private static func environment(of process: Int32) -> [String] {
            let data = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
            return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
    }
#endif
