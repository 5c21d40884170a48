import JobModel
import Synchronization
import Testing

@testable import Submission

/// Slots without files: bodies wait until the test lets them end.
@Suite(.timeLimit(.minutes(5))) struct HashingSlotsTests {
    private static let limits = HashingSchedule.Limits(
        hashing: 4, waiting: 6, hashingSmall: 1, waitingSmall: 2, smallSize: 10)
    private static let (small, large) = (10, 11)

    // MARK: The schedule

    @Test func numbersAreLimited() {
        var schedule = HashingSchedule(Self.limits)
        let large = (0..<9).map { schedule.add($0, tenant: "a", bytes: Self.large) }
        #expect(
            large == [.started, .started, .started] + Array(repeating: .waiting, count: 4) + [
                .refused, .refused,
            ])
        let small = (10..<15).map { schedule.add($0, tenant: "a", bytes: Self.small) }
        #expect(small == [.started, .waiting, .waiting, .refused, .refused])
        #expect(schedule.counts == (4, 6))
    }

    @Test func smallUploadNeverWaitsForLargeOnes() {
        var schedule = HashingSchedule(Self.limits)
        for id in 0..<7 { _ = schedule.add(id, tenant: "a", bytes: Self.large) }
        for id in 10..<13 { _ = schedule.add(id, tenant: "a", bytes: Self.small) }
        // 10 is being read; 11 and 12 start before the large ones, which arrived earlier.
        #expect(schedule.remove(10) == [11])
        #expect(schedule.remove(11) == [12])
        #expect(schedule.remove(12).isEmpty)
        // A slot of a large upload goes to the next large one.
        #expect(schedule.remove(0) == [3])
    }

    @Test func tenantWithFewerUploadsIsNext() {
        var schedule = HashingSchedule(Self.limits)
        for id in 0..<5 { _ = schedule.add(id, tenant: "a", bytes: Self.large) }
        #expect(schedule.add(5, tenant: "b", bytes: Self.large) == .waiting)
        #expect(schedule.remove(0) == [5])
        #expect(schedule.remove(5) == [3])
    }

    @Test func tenantWithFewerWaitingUploadsDisplacesTheNewestOfAnother() {
        var schedule = HashingSchedule(Self.limits)
        for id in 0..<7 { _ = schedule.add(id, tenant: "a", bytes: Self.large) }
        #expect(schedule.add(7, tenant: "a", bytes: Self.large) == .refused)
        #expect(schedule.add(8, tenant: "b", bytes: Self.large) == .displaced(6))
        #expect(schedule.add(9, tenant: "b", bytes: Self.large) == .displaced(5))
        // Both tenants have two now.
        #expect(schedule.add(10, tenant: "b", bytes: Self.large) == .refused)
        #expect(schedule.remove(0) == [8])
    }

    @Test func cancelledUploadIsForgotten() {
        var schedule = HashingSchedule(Self.limits)
        for id in 0..<5 { _ = schedule.add(id, tenant: "a", bytes: Self.large) }
        #expect(schedule.remove(3).isEmpty)
        #expect(schedule.remove(0) == [4])
        #expect(schedule.counts == (3, 0))
    }

    // MARK: The slots

    /// A body that runs until the test ends it.
    private final class Body: Sendable {
        private let (ending, end) = AsyncStream.makeStream(of: Void.self)
        private let (starting, start) = AsyncStream.makeStream(of: Void.self)

        func run() async {
            start.finish()
            for await _ in ending {}
        }
        func started() async { for await _ in starting {} }
        func finish() { end.finish() }
    }

    private func start(
        _ body: Body, in slots: HashingSlots, bytes: Int = large
    ) -> Task<Void, any Error> {
        Task { try await slots.withSlot(tenant: "a", bytes: bytes) { await body.run() } }
    }

    private func until(_ slots: HashingSlots, _ hashing: Int, _ waiting: Int) async {
        while slots.counts.hashing != hashing || slots.counts.waiting != waiting {
            await Task.yield()
        }
    }

    @Test func waitingBodyStartsWhenAnotherEnds() async throws {
        let slots = HashingSlots(.init(hashing: 1, waiting: 1, hashingSmall: 0, waitingSmall: 0))
        let (first, second) = (Body(), Body())
        let tasks = [start(first, in: slots)]
        await first.started()
        let waiting = start(second, in: slots)
        await until(slots, 1, 1)
        let error = await #expect(throws: SubmissionLimitError.self) {
            try await slots.withSlot(tenant: "a", bytes: 1) {}
        }
        #expect(error == .tooManySubmissions(retryAfter: HashingSlots.retryAfter))
        #expect(slots.counts.refused == 1)
        first.finish()
        await second.started()
        second.finish()
        for task in tasks + [waiting] { try await task.value }
        #expect(slots.counts == .init(hashing: 0, waiting: 0, refused: 1, bytes: 0))
    }

    @Test func cancelledBodyNeverStarts() async throws {
        let slots = HashingSlots(.init(hashing: 1, waiting: 1, hashingSmall: 0, waitingSmall: 0))
        let first = Body()
        let running = start(first, in: slots)
        await first.started()
        let waiting = Task {
            try await slots.withSlot(tenant: "a", bytes: 1) { Issue.record("it has started") }
        }
        await until(slots, 1, 1)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(slots.counts.waiting == 0)
        first.finish()
        try await running.value
        #expect(slots.counts.hashing == 0)
    }

    /// The largest of some numbers.
    private final class Peak: Sendable {
        private let largest = Mutex(0)
        var value: Int { largest.withLock(\.self) }
        func record(_ number: Int) { largest.withLock { $0 = max($0, number) } }
    }

    /// A thousand tasks, of which every second one is cancelled at any time.
    @Test func slotsAreNeverLost() async throws {
        let slots = HashingSlots(Self.limits)
        let peak = Peak()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    let task = Task {
                        try await slots.withSlot(tenant: "\(index % 3)", bytes: index % 20) {
                            peak.record(slots.counts.hashing)
                            await Task.yield()
                        }
                    }
                    if index.isMultiple(of: 2) { task.cancel() }
                    do { try await task.value } catch is CancellationError {
                    } catch is SubmissionLimitError {}
                }
            }
            try await group.waitForAll()
        }
        #expect((1...4).contains(peak.value))
        #expect(slots.counts.hashing == 0 && slots.counts.waiting == 0)
        try await slots.withSlot(tenant: "a", bytes: Self.large) {}
    }
}
