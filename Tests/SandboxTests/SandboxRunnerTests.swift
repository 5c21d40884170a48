import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Sandbox

/// Processes that do not do as they should: the caller is told what happened, and goes on.
///
/// Scripts stand in for sandbox processes: any program can say anything.
@Suite(.timeLimit(.minutes(5))) struct SandboxRunnerTests {
    /// Its output is a number that the script gives.
    struct Number: SandboxWork {
        var padding = ""

        struct Failed: Error, Codable, Equatable { let reason: String }

        static let kind = "number"
        static func failure(for error: any Error) -> Failed { Failed(reason: "\(error)") }
        func run(in context: SandboxContext) throws -> Int { 1 }
    }

    private static let limits = SandboxLimits(
        memory: 1 << 40, cpuSeconds: 100, fileSize: 1 << 30, outputSize: 1000)

    /// The script finds the two lines of a request in variables, unless it `reads` for itself.
    private static func run(
        _ script: String, work: Number = Number(), reads: Bool = false, stallTimeout: Int = 60,
        isStopped: () -> Bool = { false }, report: (Double) -> Void = { _ in },
        log: (String, String) -> Void = { _, _ in }, measured: (SandboxUsage) -> Void = { _ in }
    ) throws -> Int {
        let script = (reads ? "" : "read -r request; read -r work;") + script
        let runner = SandboxRunner(
            .program("/bin/sh", ["-c", script]), stallTimeout: stallTimeout,
            logLevel: "critical")
        return try runner.run(
            work, SandboxGrant(), limits: limits, isStopped: isStopped, report: report, log: log,
            measured: measured)
    }

    @Test(arguments: [
        (script: "kill -SEGV $$", error: SandboxError.crashed("signal 11")),
        ("kill -ABRT $$", .crashed("signal 6")),
        ("kill -SYS $$", .crashed("signal 31")),
        ("exit 3", .crashed("exit status 3")),
        ("kill -XCPU $$", .tooMuchTime),
        ("kill -XFSZ $$", .tooMuchOutput),
        ("kill -KILL $$", .killed(9)),
        // It closes its output, and stays.
        ("exec >&-; exec sleep 1000", .crashed("exit status 0")),
    ])
    func endOfAProcessIsNamed(script: String, error: SandboxError) {
        #expect(throws: error) { try Self.run(script) }
    }

    @Test func silenceIsAStall() {
        #expect(throws: SandboxError.stalled(1)) {
            try Self.run("exec sleep 1000", stallTimeout: 1)
        }
    }

    /// More than a pipe holds, to a process that reads nothing.
    @Test func processThatDoesNotReadIsStalled() {
        let work = Number(padding: String(repeating: "x", count: 1 << 20))
        #expect(throws: SandboxError.stalled(1)) {
            try Self.run("exec sleep 1000", work: work, reads: true, stallTimeout: 1)
        }
    }

    @Test func outputAndUsageArrive() throws {
        let usage = Mutex<Double?>(nil)
        let output = try Self.run(
            #"echo '{"done":{}}'; echo 42; exec sleep 1000"#,
            measured: { measured in
                usage.withLock { $0 = measured.cpuSeconds }
            })
        #expect(output == 42)
        let seconds = usage.withLock { $0 } ?? -1
        #expect(seconds >= 0 && seconds < 60)
    }

    @Test func failureOfTheWorkArrives() {
        #expect(throws: Number.Failed(reason: "odd")) {
            try Self.run(#"echo '{"failed":{}}'; echo '{"reason":"odd"}'; exec sleep 1000"#)
        }
    }

    @Test(arguments: [
        // No reply, no output, an output of another type, and a number that fits no Int.
        #"echo no JSON"#, #"echo '{"done":{}}'; echo x"#, #"echo '{"done":{}}'; echo '"1"'"#,
        #"echo '{"done":{}}'; echo 1e99"#, #"echo '{"failed":{}}'; echo '{}'"#,
        // An output that is longer than it may be, and a line that never ends.
        #"echo '{"done":{}}'; head -c 5000 /dev/zero | tr '\0' 1"#,
        "exec cat /dev/zero",
    ])
    func replyThatCannotBeReadIsNamed(script: String) throws {
        let error = #expect(throws: SandboxError.self) {
            try Self.run("\(script); exec sleep 1000")
        }
        guard case .badReply = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Replies without end, as fast as they go.
    @Test func floodOfRepliesIsEnded() {
        let flood = #"exec yes '{"log":{"level":"info","message":"x"}}'"#
        #expect(throws: SandboxError.badReply("more replies than it may send")) {
            try Self.run(flood)
        }
    }

    @Test func logIsTruncated() throws {
        let count = Mutex(0)
        let line = #"{"log":{"level":"info","message":"x"}}"#
        let output = try Self.run(
            "yes '\(line)' | head -n 3000; " + #"echo '{"done":{}}'; echo 1; exec sleep 1000"#,
            log: { _, _ in count.withLock { $0 += 1 } })
        #expect(output == 1)
        #expect(count.withLock(\.self) == SandboxReplies.mostLogs)
    }

    /// One that says that it goes on, and sleeps.
    @Test func repliesAloneAreNoSignsOfLife() {
        // Built-in commands only: children that end count as its own CPU time.
        let script =
            #"while true; do echo '{"alive":{}}'; read -t 0.1 -u 1; done"#
        #expect(throws: SandboxError.stalled(2)) {
            try Self.run(
                "exec /bin/bash -c '\(script.replacing("'", with: "'\\''"))'", stallTimeout: 2)
        }
    }

    /// JSON has no such numbers, and 1e999 is read as infinite by some.
    @Test func progressIsAShare() throws {
        let shares = Mutex<[Double]>([])
        let script = #"for n in -1 0.5 7; do echo '{"progress":{"_0":'$n'}}'; done; "#
        _ = try Self.run(
            script + #"echo '{"done":{}}'; echo 1; exec sleep 1000"#,
            report: { share in
                shares.withLock { $0.append(share) }
            })
        #expect(shares.withLock(\.self) == [0, 0.5, 1])
    }

    /// Cancelling while a process works and says nothing more.
    @Test func stoppedProcessIsGoneWhenTheCallReturns() throws {
        let number = Mutex<Int32>(0)
        let folder = try TemporaryFolder("stopped")
        let file = folder.file("number").path
        #expect(throws: CancellationError.self) {
            try Self.run(
                #"echo $$ > \#(file); echo '{"alive":{}}'; exec sleep 1000"#,
                isStopped: {
                    number.withLock { number in
                        let text = try? String(contentsOfFile: file, encoding: .utf8)
                        number = text.flatMap { Int32($0.dropLast()) } ?? 0
                        return number > 0
                    }
                })
        }
        #expect(kill(number.withLock(\.self), 0) == -1 && errno == ESRCH)
    }

    @Test func processWithoutAServerHasNoEnvironment() throws {
        #expect(setenv("VT_SECRET_OF_TESTS", "hush", 1) == 0)
        let output = try Self.run(
            #"echo '{"done":{}}'; env | grep -c -e PATH= -e HOME= -e SECRET; exec sleep 1000"#)
        // PATH= and PWD= are the shell's own.
        #expect(output <= 2)
        let secret = try Self.run(#"echo '{"done":{}}'; env | grep -c SECRET; exec sleep 1000"#)
        #expect(secret == 0)
    }

    /// A reply is one line, whatever is in it.
    @Test func lineBreaksStayInside() throws {
        let line = try JSONLine.encode(SandboxReply.log(level: "info", message: "a\nb"))
        #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        #expect(line.last == UInt8(ascii: "\n"))
    }
}
