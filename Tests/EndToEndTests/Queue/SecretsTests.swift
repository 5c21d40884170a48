#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// Secrets of a worker, which its sandbox processes must not read.
    @Suite struct SecretsTests {
        private static let secrets = [
            "PGPASSWORD=hush-1", "VTRANSCODE_HTTP_TOKEN=hush-2-of-at-least-16-characters",
            "VTRANSCODE_WEBHOOK_SECRET=hush-3-of-at-least-16-characters",
            "VTRANSCODE_QUEUE=postgresql://vt:hush-4@127.0.0.1/postgres", "AWS_SECRET=hush-5",
            "VTRANSCODE_SECRET_KEY=aHVzaC02LW9mLWV4YWN0bHktMzItYnl0ZXMtaGVyZSE=",
        ]

        /// The environment must not be readable in a sandbox process, nor by other processes of the same user.
        @Test func sandboxProcessesHaveNoSecrets() async throws {
            try await QueueSite.with(.sqlite) { site in
                let upload = try await QueueUpload.shared.value.upload
                let job = try await site.add(upload, "--name", "film")
                let worker = try await site.worker(environment: Self.secrets)
                let file = upload.resolvingSymlinksInPath()
                // Only root can inspect a sandbox process and its server.
                try await site.until("a sandbox process runs") {
                    !ChildProcess.children(of: worker.process, reading: file).isEmpty
                }
                let own = Self.environment(of: worker.process)
                #expect(geteuid() == 0 ? Self.secrets.allSatisfy(own.contains) : own.isEmpty)
                let servers = ChildProcess.servers(of: worker.process)
                #expect(servers.count == 1)
                let processes = servers + ChildProcess.children(of: worker.process)
                #expect(processes.flatMap(Self.environment(of:)).filter { !$0.isEmpty } == [])
                try await site.untilEnded(job, as: "completed")
                worker.signal(SIGTERM)
                #expect(try await worker.status() == 0)
            }
        }

        /// Returns the environment of a process, as the kernel reports it.
        private static func environment(of process: Int32) -> [String] {
            let data = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
            return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
    }
#endif
