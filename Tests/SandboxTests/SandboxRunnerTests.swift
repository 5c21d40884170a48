import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Sandbox

/// Misbehaving processes: the caller gets an error that names the cause.
///
/// Scripts stand in for sandbox processes, since they can send any reply.
@Suite(.timeLimit(.minutes(5))) struct SandboxRunnerTests {
    /// Work whose output is a number that the script prints.
    struct Number: SandboxWork {
        var padding = ""

        struct Failed: Error, Codable, Equatable { let reason: String }

        static let kind = "number"
        var stages: Set<String> { ["count", "print"] }
        static func failure(for error: any Error) -> Failed { Failed(reason: "\(error)") }
        func run(in context: SandboxContext) throws -> Int { 1 }
    }

    private static let limits = SandboxLimits(
        memory: 1 << 40, cpuSeconds: 100, fileSize: 1 << 30, outputSize: 1000)

    /// Runs a script, which has the two lines of a request in variables, unless `reads` is true.
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
        // It closes its output, and continues to run.
        ("exec >&-; exec sleep 1000", .crashed("exit status 0")),
    ])
    func terminationIsReported(script: String, error: SandboxError) {
        #expect(throws: error) { try Self.run(script) }
    }

    @Test func processWithoutLivenessIsStalled() {
        #expect(throws: SandboxError.stalled(1)) {
            try Self.run("exec sleep 1000", stallTimeout: 1)
        }
    }

    /// A request larger than a pipe's buffer, to a process that reads nothing.
    @Test func processThatReadsNothingIsStalled() {
        let work = Number(padding: String(repeating: "x", count: 1 << 20))
        #expect(throws: SandboxError.stalled(1)) {
            try Self.run("exec sleep 1000", work: work, reads: true, stallTimeout: 1)
        }
    }

    @Test func outputAndUsageAreReturned() throws {
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

    @Test func timesOfStagesAreReturned() throws {
        let stages = Mutex<[String: Double]>([:])
        let output = try Self.run(
            #"echo '{"stages":{"_0":{"count":0.0001,"print":0}}}'; echo '{"done":{}}'; echo 42"#,
            measured: { measured in
                stages.withLock { $0 = measured.stages }
            })
        #expect(output == 42)
        #expect(stages.withLock(\.self) == ["count": 0.0001, "print": 0])
    }

    /// The clocks of threads and that of the process may differ; a shell uses less than 90 ms.
    @Test func largerTimesOfStagesAreScaled() throws {
        let usage = Mutex<SandboxUsage?>(nil)
        _ = try Self.run(
            #"echo '{"stages":{"_0":{"count":0.06,"print":0.03}}}'; echo '{"done":{}}'; echo 42"#,
            measured: { measured in usage.withLock { $0 = measured } })
        let found = usage.withLock { $0 }
        let measured = try #require(found)
        let (count, print) = (measured.stages["count"] ?? 0, measured.stages["print"] ?? 0)
        #expect(count + print <= measured.cpuSeconds * 1.000001)
        #expect(count == 2 * print)
    }

    /// They inform only, so they do not fail work that has succeeded.
    @Test(
        "Times of unknown stages, below 0, or above the CPU time that the system measured",
        arguments: [
            #"{"other":0}"#, #"{"count":-1}"#, #"{"count":50}"#, #"{"count":30,"print":1e300}"#,
        ])
    func impossibleTimesOfStagesAreIgnored(times: String) throws {
        let measured = Mutex<[String: Double]?>(nil)
        let output = try Self.run(
            #"echo '{"stages":{"_0":\#(times)}}'; echo '{"done":{}}'; echo 42"#,
            measured: { usage in measured.withLock { $0 = usage.stages } })
        #expect(output == 42)
        #expect(measured.withLock(\.self) == [:])
    }

    @Test(arguments: [#"{"count":1e999}"#, #"{"count":"1"}"#])
    func timesOfStagesAreNumbers(times: String) {
        let error = #expect(throws: SandboxError.self) {
            try Self.run(
                #"echo '{"stages":{"_0":\#(times)}}'; echo '{"done":{}}'; echo 42"#)
        }
        guard case .badReply = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func failureOfWorkIsThrown() {
        #expect(throws: Number.Failed(reason: "odd")) {
            try Self.run(#"echo '{"failed":{}}'; echo '{"reason":"odd"}'; exec sleep 1000"#)
        }
    }

    @Test(arguments: [
        // No reply, no output, an output of another type, and a number that fits no Int.
        #"echo no JSON"#, #"echo '{"done":{}}'; echo x"#, #"echo '{"done":{}}'; echo '"1"'"#,
        #"echo '{"done":{}}'; echo 1e99"#, #"echo '{"failed":{}}'; echo '{}'"#,
        // An output beyond its limit, and an endless line.
        #"echo '{"done":{}}'; head -c 5000 /dev/zero | tr '\0' 1"#,
        "exec cat /dev/zero",
    ])
    func invalidReplyIsReported(script: String) throws {
        let error = #expect(throws: SandboxError.self) {
            try Self.run("\(script); exec sleep 1000")
        }
        guard case .badReply = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Endless replies, as fast as possible.
    @Test func replyFloodIsEnded() {
        let flood = #"exec yes '{"log":{"level":"info","message":"x"}}'"#
        #expect(throws: SandboxError.badReply("more replies than allowed")) {
            try Self.run(flood)
        }
    }

    @Test func excessLogMessagesAreOmitted() throws {
        let count = Mutex(0)
        let line = #"{"log":{"level":"info","message":"x"}}"#
        let output = try Self.run(
            "yes '\(line)' | head -n 3000; " + #"echo '{"done":{}}'; echo 1; exec sleep 1000"#,
            log: { _, _ in count.withLock { $0 += 1 } })
        #expect(output == 1)
        #expect(count.withLock(\.self) == SandboxReplies.maximumLogs)
    }

    /// A process that sleeps between replies.
    @Test func repliesWithoutCPUTimeAreNoLivenessSignals() {
        // Built-in commands only: the CPU time of reaped children would count.
        let script =
            #"while true; do echo '{"alive":{}}'; read -t 0.1 -u 1; done"#
        #expect(throws: SandboxError.stalled(2)) {
            try Self.run(
                "exec /bin/bash -c '\(script.replacing("'", with: "'\\''"))'", stallTimeout: 2)
        }
    }

    /// Values outside of 0...1 are clamped.
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

    /// Cancellation while a process works without replies.
    @Test func cancelledProcessIsReapedBeforeReturn() throws {
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

    @Test func startedProgramHasNoEnvironment() throws {
        #expect(setenv("VT_SECRET_OF_TESTS", "hush", 1) == 0)
        let output = try Self.run(
            #"echo '{"done":{}}'; env | grep -c -e PATH= -e HOME= -e SECRET; exec sleep 1000"#)
        // The shell itself sets PATH= and PWD=.
        #expect(output <= 2)
        let secret = try Self.run(#"echo '{"done":{}}'; env | grep -c SECRET; exec sleep 1000"#)
        #expect(secret == 0)
    }

    /// A reply is one line, whatever its text.
    @Test func lineBreaksAreEscaped() throws {
        let line = try JSONLine.encode(SandboxReply.log(level: "info", message: "a\nb"))
        #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        #expect(line.last == UInt8(ascii: "\n"))
    }
}
