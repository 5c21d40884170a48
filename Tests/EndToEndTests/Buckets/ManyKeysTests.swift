#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// Commands with a prefix of many keys, of which memory has one page at a time.
    @Suite(.serialized, .timeLimit(.minutes(60))) struct ManyKeysTests {
        /// The number of keys: 20,000, because a build without optimization takes more than a second for each 1,000.
        private static let many =
            ProcessInfo.processInfo.environment["VT_TEST_KEYS"].flatMap { Int($0) } ?? 20_000
        /// The number of keys with which the memory is compared.
        private static let few = 2000
        /// Less than what listed objects need in memory; at most 12 MiB.
        private static let bound = min(12 << 20, many * 150)

        /// Returns a bucket whose keys are captions, of which the last is an upload.
        private func uploads(_ count: Int) throws -> PagedBucket {
            try PagedBucket(count: count, folder: "in/") { number in
                number == count - 1 ? ".mp4" : ".captions-of-an-upload.srt"
            }
        }

        /// Runs a command, and returns its peak memory in bytes.
        private func peak(
            _ bucket: PagedBucket, _ arguments: [String],
            until isDone: @Sendable (RunningCommand) async throws -> Bool
        ) async throws -> Int {
            let command = try await RunningCommand(
                try BucketSite(bucket.url).command(arguments))
            try await eventually { try await isDone(command) }
            let status = try String(
                contentsOfFile: "/proc/\(command.process)/status", encoding: .utf8)
            let line = try #require(
                status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            let peak = try #require(
                line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
            command.signal(SIGTERM)
            _ = try await command.status()
            return peak * 1024
        }

        /// Runs a command that ends by itself, and returns its peak memory in bytes, as reported by wait4.
        private func peak(_ bucket: PagedBucket, _ arguments: [String]) async throws -> Int {
            let script = """
                import os, subprocess, sys
                child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
                _, status, usage = os.wait4(child.pid, 0)
                print(usage.ru_maxrss * 1024)
                sys.exit(os.waitstatus_to_exitcode(status))
                """
            let command = try BucketSite(bucket.url).command(arguments)
            let output = try await Command(
                "python3", ["-c", script, command.program] + command.arguments
            ).succeed()
            return try #require(Int(output.text.trimmingCharacters(in: .whitespacesAndNewlines)))
        }

        private func check(_ measure: (_ count: Int) async throws -> Int) async throws {
            let (small, large) = (try await measure(Self.few), try await measure(Self.many))
            #expect(large - small < Self.bound, "\(large) and \(small) bytes")
        }

        @Test func watchHasOnePageInMemory() async throws {
            try await check { count in
                let bucket = try uploads(count)
                let arguments = [
                    "watch", "s3://bucket/in", "--output", "s3://bucket/out", "--interval", "1s",
                ]
                return try await peak(bucket, arguments) {
                    $0.text.contains(".mp4\n") && bucket.endedListings >= 2
                }
            }
        }

        @Test func submissionHasOnePageInMemory() async throws {
            try await check { count in
                try await peak(
                    uploads(count),
                    ["queue", "add", "s3://bucket/in/", "--output", "s3://bucket/out"])
            }
        }

        /// A name whose reservation is old has many new objects, and there are as many unfinished multipart uploads.
        @Test func garbageCollectionHasOnePageInMemory() async throws {
            try await check { count in
                let reservation =
                    #"{"schema":1,"state":"reserved","job":"1","attempt":"1","time":1735689600}"#
                let bucket = try PagedBucket(
                    count: count, folder: "out/clip/",
                    objects: ["out/.vtranscode/names/clip": reservation]
                ) { _ in ".m4s" }
                let peak = try await peak(bucket, ["gc", "s3://bucket/out"])
                #expect(bucket.endedListings == 1)
                return peak
            }
        }
    }
#endif
