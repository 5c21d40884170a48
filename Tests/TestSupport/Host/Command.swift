public import Foundation

/// A program with its arguments, found by `PATH`.
public struct Command: Sendable, CustomStringConvertible {
    /// The result of a program.
    public struct Output: Sendable {
        /// The exit status, or 128 + the signal that ended it.
        public let status: Int32
        public let standardOutput: Data
        public let standardError: Data

        /// Standard output as text.
        public var text: String { String(decoding: standardOutput, as: UTF8.self) }
        /// Standard error as text.
        public var errorOutput: String { String(decoding: standardError, as: UTF8.self) }
        public var lines: [String] { text.split(whereSeparator: \.isNewline).map(String.init) }
    }

    /// The error of a program that failed.
    public struct Failure: Error, CustomStringConvertible {
        public let command: Command
        public let output: Output
        public var description: String {
            "\(command): exit status \(output.status): \(output.errorOutput)"
        }
    }

    public let program: String
    public let arguments: [String]

    public init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    public var description: String { words.joined(separator: " ") }

    /// Runs the program with reserved cores.
    public func run(cores: Int = 1) async throws -> Output {
        try await CorePool.shared.reserving(cores) { try await runNow() }
    }

    /// Runs the program and requires exit status 0.
    ///
    /// - Throws: `Failure` for any other status.
    @discardableResult
    public func succeed(cores: Int = 1) async throws -> Output {
        let output = try await run(cores: cores)
        guard output.status == 0 else { throw Failure(command: self, output: output) }
        return output
    }

    /// Runs the program without reserving cores, for callers that have reserved them.
    ///
    /// Standard output and error go to files: full pipes would block the program.
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
