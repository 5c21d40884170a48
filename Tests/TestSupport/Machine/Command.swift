public import Foundation

/// A program with its arguments, found as a shell finds it.
public struct Command: Sendable, CustomStringConvertible {
    /// What a program left behind.
    public struct Output: Sendable {
        /// Exit status, or 128 + the signal that ended it.
        public let status: Int32
        public let standardOutput: Data
        public let standardError: Data

        /// Standard output as text.
        public var text: String { String(decoding: standardOutput, as: UTF8.self) }
        /// Standard error as text.
        public var complaint: String { String(decoding: standardError, as: UTF8.self) }
        public var lines: [String] { text.split(whereSeparator: \.isNewline).map(String.init) }
    }

    /// A program that was expected to succeed and did not.
    public struct Failure: Error, CustomStringConvertible {
        public let command: Command
        public let output: Output
        public var description: String {
            "\(command): exit status \(output.status): \(output.complaint)"
        }
    }

    public let program: String
    public let arguments: [String]

    public init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    public var description: String { words.joined(separator: " ") }

    /// Runs it to its end, whatever that is, holding so many of the machine's cores.
    public func run(cores: Int = 1) async throws -> Output {
        try await MachineShare.cores.holding(cores) { try await runNow() }
    }

    /// Runs it and expects exit status 0.
    ///
    /// - Throws: `Failure` for any other status.
    @discardableResult
    public func succeed(cores: Int = 1) async throws -> Output {
        let output = try await run(cores: cores)
        guard output.status == 0 else { throw Failure(command: self, output: output) }
        return output
    }

    /// Runs it at once, for callers that hold the cores themselves.
    ///
    /// Standard output and error go to files: pipes that nobody drains would block the program.
    public func runNow() async throws -> Output {
        let folder = try TemporaryFolder("command")
        let (out, err) = (folder.file("out"), folder.file("err"))
        let status = try await Spawn.run(
            words, output: Self.emptyFile(at: out), error: Self.emptyFile(at: err))
        return Output(
            status: status,
            standardOutput: try Data(contentsOf: out),
            standardError: try Data(contentsOf: err)
        )
    }

    private static func emptyFile(at url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    /// The program and its arguments.
    var words: [String] { [program] + arguments }
}
