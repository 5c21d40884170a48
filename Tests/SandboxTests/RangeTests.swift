import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Sandbox

/// Requests for ranges by hostile processes, for which scripts stand in.
@Suite(.timeLimit(.minutes(5))) struct RangeTests {
    typealias Number = SandboxRunnerTests.Number

    /// A file of a provider that grants what is requested, in order or on demand.
    final class File: Sendable {
        struct FetchError: Error {}

        final class Lease: Sendable {
            let onEnd: @Sendable () -> Void
            init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
            deinit { onEnd() }
        }

        let requests = Mutex<[Range<Int>]>([])
        let held = Mutex(0)
        private let answer: @Sendable (@escaping @Sendable () -> Void) -> Void
        private let fails: Bool
        private let cost: Int

        /// Answers by calling the argument of `answer`: at once or later, from any thread, or never.
        init(
            cost: Int = 0, fails: Bool = false,
            answer: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
        ) {
            (self.cost, self.fails, self.answer) = (cost, fails, answer)
        }

        func provider(size: Int) -> RangeProvider {
            RangeProvider(size: size) { range, completion in
                self.requests.withLock { $0.append(range) }
                self.answer {
                    if self.fails { return completion(.failure(FetchError())) }
                    self.held.withLock { $0 += 1 }
                    let lease = Lease { self.held.withLock { $0 -= 1 } }
                    completion(.success(GrantedRange(range, lease: lease)))
                }
                return self.cost
            }
        }
    }

    private static let limits = SandboxLimits(
        memory: 1 << 40, cpuSeconds: 100, fileSize: 1 << 30, outputSize: 1000)

    private static func run(
        _ script: String, _ ranges: [Int: RangeProvider], stallTimeout: Int = 60,
        isStopped: () -> Bool = { false }
    ) throws -> Int {
        let runner = SandboxRunner(
            .program("/bin/bash", ["-c", "read -r request; read -r work;" + script]),
            stallTimeout: stallTimeout, logLevel: "critical")
        return try runner.run(
            Number(), SandboxGrant(ranges: ranges), limits: limits, isStopped: isStopped,
            report: { _ in }, log: { _, _ in }, measured: { _ in })
    }

    private static func request(_ file: Int, _ start: String, _ end: String, slot: String = "0")
        -> String
    {
        "echo '{\"range\":{\"_0\":{\"slot\":\(slot),\"file\":\(file),"
            + "\"start\":\(start),\"end\":\(end)}}}';"
    }

    /// Endless requests, as fast as possible.
    private static let flood =
        #"exec yes '{"range":{"_0":{"slot":0,"file":0,"start":0,"end":1}}}'"#

    /// Reads all answers in the background.
    private static let readAnswers = "exec 5<&0; cat <&5 > /dev/null & "

    private static let done = #"echo '{"done":{}}'; echo 42; exec sleep 1000"#

    @Test func requestIsAnswered() throws {
        let file = File()
        let script =
            Self.request(3, "10", "20") + "read -r answer;"
            + #"case $answer in *'"start":10'*) "# + Self.done + ";; esac"
        #expect(try Self.run(script, [3: file.provider(size: 100)]) == 42)
        #expect(file.requests.withLock(\.self) == [10..<20])
        #expect(file.held.withLock(\.self) == 0)
    }

    @Test(arguments: [
        (file: 0, start: "0", end: "101", slot: "0"), (0, "-1", "10", "0"), (0, "10", "10", "0"),
        (0, "20", "10", "0"), (1, "0", "10", "0"), (-1, "0", "10", "0"), (0, "0", "10", "64"),
        (0, "0", "10", "-1"), (0, "0", "9223372036854775807", "0"),
        (0, "-9223372036854775808", "9223372036854775807", "0"), (0, "0", "1e30", "0"),
        (
            0, "0", "10                                                     ",
            String(repeating: " ", count: 250) + "0"
        ),
    ])
    func invalidRequestIsReported(file: Int, start: String, end: String, slot: String) {
        let provided = File()
        let error = #expect(throws: SandboxError.self) {
            try Self.run(
                Self.request(file, start, end, slot: slot) + "exec sleep 1000",
                [0: provided.provider(size: 100)])
        }
        guard case .badReply = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(provided.requests.withLock(\.self) == [])
    }

    @Test func processWithoutRangesMayNotRequestThem() {
        #expect(throws: SandboxError.badReply("an invalid request for a range")) {
            try Self.run(Self.request(0, "0", "1") + "exec sleep 1000", [:])
        }
    }

    @Test func rangeIsLimitedInLength() {
        #expect(throws: SandboxError.badReply("an invalid request for a range")) {
            try Self.run(
                Self.request(0, "0", "\(RangeProvider.largestRequest + 1)") + "exec sleep 1000",
                [0: File().provider(size: 1 << 30)])
        }
    }

    @Test func slotWithoutAnswerMayNotBeUsedAgain() {
        #expect(throws: SandboxError.badReply("an invalid request for a range")) {
            try Self.run(
                Self.request(0, "0", "1") + Self.request(0, "5", "6") + "exec sleep 1000",
                [0: File(answer: { _ in }).provider(size: 100)])
        }
    }

    @Test func requestFloodIsEnded() {
        let error = #expect(throws: SandboxError.self) {
            try Self.run(Self.readAnswers + Self.flood, [0: File().provider(size: 100)])
        }
        #expect(error == .badReply("more requests for ranges than allowed"))
    }

    /// Such a process would fill the parent's memory with answers.
    @Test func processThatReadsNoAnswersIsEnded() {
        #expect(throws: SandboxError.badReply("more requests for ranges than it reads answers")) {
            try Self.run(Self.flood, [0: File().provider(size: 1 << 40)])
        }
    }

    @Test func fetchedBytesAreLimited() {
        let file = File(cost: 10 << 20)
        #expect(throws: SandboxError.badReply("requests for more ranges than allowed")) {
            try Self.run(Self.readAnswers + Self.flood, [0: file.provider(size: 10 << 20)])
        }
        // Four times the file, and 16 MiB.
        #expect(file.requests.withLock(\.count) == 6)
    }

    /// A range is held until its slot is used again.
    @Test func processHoldsOneRangeForEachSlot() throws {
        let most = Mutex(0)
        let file = File()
        let script =
            (0..<200).map {
                Self.request(0, "\($0)", "\($0 + 1)", slot: "\($0 % 3)") + "read -r a;"
            }
            .joined() + Self.done
        let provider = file.provider(size: 1000)
        let observed = RangeProvider(size: 1000) { range, completion in
            most.withLock { $0 = max($0, file.held.withLock(\.self)) }
            return provider.request(range, completion)
        }
        #expect(try Self.run(script, [0: observed]) == 42)
        #expect(most.withLock(\.self) == 2)
        #expect(file.held.withLock(\.self) == 0)
    }

    @Test func errorOfAProviderEndsTheProcess() {
        #expect(throws: File.FetchError.self) {
            try Self.run(
                Self.request(0, "0", "1") + "exec sleep 1000",
                [0: File(fails: true).provider(size: 100)])
        }
    }

    /// The answer takes three times as long as a stalled process may.
    @Test func waitingForAnAnswerIsNoStall() throws {
        let file = File { answer in
            DispatchQueue.global().asyncAfter(deadline: .now() + 3, execute: answer)
        }
        let script = Self.request(0, "0", "1") + "read -r answer;" + Self.done
        #expect(try Self.run(script, [0: file.provider(size: 100)], stallTimeout: 1) == 42)
    }

    @Test func processIsStalledAfterItsAnswer() {
        #expect(throws: SandboxError.stalled(1)) {
            try Self.run(
                Self.request(0, "0", "1") + "exec sleep 1000", [0: File().provider(size: 100)],
                stallTimeout: 1)
        }
    }

    @Test func cancellationDoesNotWaitForAnAnswer() {
        let file = File(answer: { _ in })
        #expect(throws: CancellationError.self) {
            try Self.run(
                Self.request(0, "0", "1") + "exec sleep 1000", [0: file.provider(size: 100)],
                isStopped: { file.requests.withLock { !$0.isEmpty } })
        }
    }

    // MARK: The process's own side

    /// Threads of a process read more positions than there are slots; an answer confirms a part of what was requested.
    @Test func threadsReadConfirmedRangesOnly() async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let table = RangeTable(SandboxReplies(writing))
        let confirmed = Mutex<[Int: Range<Int>]>([:])
        let parent = DispatchGroup()
        DispatchQueue(label: "parent").async(group: parent) {
            var lines = LineReader(reading)
            while let line = lines.next() {
                guard case .range(let request) = try? JSONLine.decode(SandboxReply.self, line)
                else {
                    continue
                }
                let end = min(request.end, request.start + 7)
                confirmed.withLock { $0[request.slot] = request.start..<end }
                let answer = RangeAnswer(slot: request.slot, start: request.start, end: end)
                guard var line = try? JSONLine.encode(answer) else { continue }
                line.removeLast()
                table.receive(line)
            }
        }
        let threads = DispatchGroup()
        let failures = Mutex(0)
        for thread in 0..<80 {
            DispatchQueue(label: "thread").async(group: threads) {
                var position = thread * 1000
                while position < thread * 1000 + 50 {
                    position += table.read(0, position..<position + 20) { range in
                        let isConfirmed = confirmed.withLock { confirmed in
                            confirmed.values.contains {
                                $0.lowerBound <= range.lowerBound
                                    && range.upperBound <= $0.upperBound
                            }
                        }
                        if !isConfirmed || range.lowerBound != position || range.isEmpty {
                            failures.withLock { $0 += 1 }
                        }
                        return max(1, range.count)
                    }
                }
            }
        }
        await withCheckedContinuation { threads.notify(queue: .global(), execute: $0.resume) }
        close(writing)
        await withCheckedContinuation { parent.notify(queue: .global(), execute: $0.resume) }
        close(reading)
        #expect(failures.withLock(\.self) == 0)
    }
}
