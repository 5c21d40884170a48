import Foundation

/// A program whose output is read line by line while it runs, so that a test can act at one line.
public struct WatchedCommand: Sendable {
    /// The result of a program.
    public struct Output: Sendable {
        /// The exit status, or 128 + the signal that ended it.
        public let status: Int32
        /// The lines of standard output.
        public let lines: [String]
        public let errorOutput: String
        /// The time from the action to the program's end, in seconds; `nil` without an action.
        public let secondsAfterAction: Double?
    }

    private let command: Command

    public init(_ command: Command) { self.command = command }

    /// Runs the program with all cores reserved.
    ///
    /// `action` is called once, with the process id, at the first line of standard output for which
    /// `moment` returns true.
    public func run(
        at moment: @escaping @Sendable (String) -> Bool,
        do action: @escaping @Sendable (Int32) async throws -> Void
    ) async throws -> Output {
        try await CorePool.shared.reserving(.max) {
            try await runNow(at: moment, do: action)
        }
    }

    private func runNow(
        at moment: @escaping @Sendable (String) -> Bool,
        do action: @escaping @Sendable (Int32) async throws -> Void
    ) async throws -> Output {
        let folder = try TemporaryFolder("watched")
        let errors = folder.file("err")
        try Data().write(to: errors)
        let pipe = Pipe()
        let chunks = Self.chunks(of: pipe)
        let (started, startedInput) = AsyncStream.makeStream(of: Int32.self)

        async let watching = Self.watch(chunks, of: started, until: moment, do: action)
        let status = try await Spawn.run(
            command.words, output: pipe.fileHandleForWriting,
            error: FileHandle(forWritingTo: errors)
        ) { startedInput.yield($0) }
        let ended = ContinuousClock.now
        startedInput.finish()
        try? pipe.fileHandleForWriting.close()
        let (seen, acted) = try await watching
        let seconds = acted.map { (ended - $0) / .seconds(1) }
        return Output(
            status: status,
            lines: seen,
            errorOutput: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
            secondsAfterAction: seconds
        )
    }

    private static func watch(
        _ chunks: AsyncStream<Data>,
        of started: AsyncStream<Int32>,
        until moment: @Sendable (String) -> Bool,
        do action: @Sendable (Int32) async throws -> Void
    ) async throws -> (lines: [String], acted: ContinuousClock.Instant?) {
        var process: Int32?
        for await identifier in started {
            process = identifier
            break
        }
        var seen: [String] = []
        var acted: ContinuousClock.Instant?
        var rest = Data()
        for await chunk in chunks {
            rest.append(chunk)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = Data(rest[(end + 1)...])
                seen.append(line)
                guard acted == nil, let process, moment(line) else { continue }
                acted = .now
                try await action(process)
            }
        }
        return (seen, acted)
    }

    private static func chunks(of pipe: Pipe) -> AsyncStream<Data> {
        AsyncStream { continuation in
            pipe.fileHandleForReading.readabilityHandler = { handle in
                let more = handle.availableData
                if more.isEmpty {
                    handle.readabilityHandler = nil
                    continuation.finish()
                } else {
                    continuation.yield(more)
                }
            }
        }
    }
}
