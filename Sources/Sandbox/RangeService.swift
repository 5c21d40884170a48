internal import Foundation
internal import Synchronization

/// The parent's side of one process's requests for ranges.
///
/// The process is not trusted: it may request anything, in any order, and as often as it can. Each request is validated, and
/// limited by number and by the bytes that are fetched because of it.
struct RangeService: ~Copyable {
    private let providers: [Int: RangeProvider]
    /// `nil` if no file has ranges.
    private let answers: RangeAnswers?
    /// The readable ranges, by slot; excluded from eviction as long as they are here.
    private var granted: [Int: GrantedRange] = [:]
    /// The slots whose requests have no answer.
    private var unanswered: Set<Int> = []
    /// The bytes that were fetched because of this process, by file.
    private var fetched: [Int: Int] = [:]
    private var requestCount = 0

    /// - Throws: `SandboxError.notStarted` if this process has no descriptor left.
    init(_ providers: [Int: RangeProvider]) throws(SandboxError) {
        self.providers = providers
        answers = providers.isEmpty ? nil : try RangeAnswers()
    }

    /// Whether the process waits for an answer, which is no stall of its own.
    var isAwaited: Bool { !unanswered.isEmpty }

    /// A descriptor that is readable when there are answers; -1 for none.
    var descriptor: Int32 { answers?.descriptor ?? -1 }

    /// Serves a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - seconds: Since the process started.
    /// - Throws: `SandboxError.badReply` for an invalid request, or one beyond the limits.
    mutating func serve(_ request: RangeRequest, after seconds: Double) throws(SandboxError) {
        guard let answers, let provider = providers[request.file],
            (0..<RangeRequest.slots).contains(request.slot), !unanswered.contains(request.slot),
            0 <= request.start, request.start < request.end, request.end <= provider.size,
            request.end - request.start <= RangeProvider.largestRequest
        else { throw .badReply("an invalid request for a range") }
        requestCount += 1
        guard requestCount <= Self.allowedRequests(providers, after: seconds) else {
            throw .badReply("more requests for ranges than allowed")
        }
        let slot = request.slot
        granted[slot] = nil
        unanswered.insert(slot)
        let cost = provider.request(request.start..<request.end) { answers.add(slot, $0) }
        fetched[request.file, default: 0] += cost
        guard fetched[request.file, default: 0] <= Self.allowedBytes(provider) else {
            throw .badReply("requests for more ranges than allowed")
        }
    }

    /// Takes the answers to requests, as lines of JSON; empty if there are none.
    ///
    /// - Throws: The error of a provider.
    mutating func takeAnswers() throws -> [UInt8] {
        guard let answers, isAwaited else { return [] }
        var lines: [UInt8] = []
        for (slot, result) in answers.take() {
            let range = try result.get()
            unanswered.remove(slot)
            granted[slot] = range
            lines += try JSONLine.encode(
                RangeAnswer(slot: slot, start: range.range.lowerBound, end: range.range.upperBound))
        }
        return lines
    }

    /// The bytes that are fetched because of one process: four times the file, since legitimate work reads it twice, and what a
    /// small cache lost; and 16 MiB for blocks that are fetched ahead.
    private static func allowedBytes(_ provider: RangeProvider) -> Int {
        let (bytes, isTooMany) = provider.size.multipliedReportingOverflow(by: 4)
        return isTooMany ? .max : bytes + (16 << 20)
    }

    /// The requests that are served until now: each file four times in steps of libav's buffer, 64 KiB, and a thousand a second
    /// for work that reads at more positions than there are slots.
    private static func allowedRequests(
        _ providers: [Int: RangeProvider], after seconds: Double
    ) -> Int {
        providers.values.reduce(5000 + Int(1000 * seconds)) { $0 + $1.size >> 14 }
    }
}

/// Answers of providers, which arrive on their threads, with a pipe that wakes the thread that waits for the process.
private final class RangeAnswers: Sendable {
    typealias Answer = (slot: Int, result: Result<GrantedRange, any Error>)

    private let answers = Mutex<[Answer]>([])
    private let reading: OwnedDescriptor
    private let writing: OwnedDescriptor

    init() throws(SandboxError) {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else {
            throw .notStarted(unsafe String(cString: strerror(errno)))
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = OwnedDescriptor(owning: ends[0])
        writing = OwnedDescriptor(owning: ends[1])
    }

    var descriptor: Int32 { reading.number }

    func add(_ slot: Int, _ result: Result<GrantedRange, any Error>) {
        answers.withLock { answers in
            answers.append((slot, result))
            // One byte for all answers until they are taken.
            if answers.count == 1 { _ = unsafe write(writing.number, [0], 1) }
        }
    }

    func take() -> [Answer] {
        answers.withLock { answers in
            guard !answers.isEmpty else { return [] }
            var byte: UInt8 = 0
            _ = unsafe read(reading.number, &byte, 1)
            defer { answers = [] }
            return answers
        }
    }
}
