internal import Dispatch
internal import Synchronization

/// The ranges that the parent confirmed to this sandbox process, which reads no others.
final class RangeTable: Sendable {
    private struct Slot {
        var file = -1
        /// The confirmed range; empty while one is requested.
        var range = 0..<0
        /// The requested range; empty if none is.
        var wanted = 0..<0
        /// The threads that read the confirmed range.
        var readers = 0
        var lastUse = 0
    }

    private struct State {
        var slots = [Slot](repeating: Slot(), count: RangeRequest.slots)
        var uses = 0
        /// Threads that wait for a change of the slots.
        var waiting: [DispatchSemaphore] = []
    }

    private enum Step {
        case read(slot: Int, Range<Int>)
        case request(RangeRequest)
        case wait(DispatchSemaphore)
    }

    private let replies: SandboxReplies
    private let state = Mutex(State())

    init(_ replies: SandboxReplies) { self.replies = replies }

    /// Executes a body while a range of a file is readable; see `RangeReader`.
    func read<Result>(
        _ file: Int, _ range: Range<Int>, _ body: (Range<Int>) throws -> Result
    ) rethrows -> Result {
        while true {
            switch state.withLock({ Self.step(file, range, &$0) }) {
            case .read(let slot, let range):
                defer { release(slot) }
                return try body(range)
            case .request(let request): replies.send(.range(request))
            case .wait(let change): change.wait()
            }
        }
    }

    /// Takes an answer of the parent.
    func receive(_ line: [UInt8]) {
        guard let answer = try? JSONLine.decode(RangeAnswer.self, line) else { return }
        let waiting = state.withLock { state in
            state.slots[answer.slot].range = answer.start..<answer.end
            state.slots[answer.slot].wanted = 0..<0
            return Self.takeWaiting(&state)
        }
        waiting.forEach { $0.signal() }
    }

    private func release(_ slot: Int) {
        let waiting = state.withLock { state in
            state.slots[slot].readers -= 1
            return state.slots[slot].readers == 0 ? Self.takeWaiting(&state) : []
        }
        waiting.forEach { $0.signal() }
    }

    private static func step(_ file: Int, _ range: Range<Int>, _ state: inout State) -> Step {
        state.uses += 1
        let confirmed = state.slots.firstIndex {
            $0.file == file && $0.range.contains(range.lowerBound)
        }
        if let slot = confirmed {
            state.slots[slot].readers += 1
            state.slots[slot].lastUse = state.uses
            return .read(slot: slot, range.clamped(to: state.slots[slot].range))
        }
        let isRequested = state.slots.contains {
            $0.file == file && $0.wanted.contains(range.lowerBound)
        }
        let free = state.slots.indices.filter {
            state.slots[$0].readers == 0 && state.slots[$0].wanted.isEmpty
        }
        // A reader that goes on has one range, so that few are held.
        let continued = free.first {
            state.slots[$0].file == file && state.slots[$0].range.upperBound == range.lowerBound
        }
        let chosen =
            continued ?? free.min { state.slots[$0].lastUse < state.slots[$1].lastUse }
        guard !isRequested, let slot = chosen else {
            let change = DispatchSemaphore(value: 0)
            state.waiting.append(change)
            return .wait(change)
        }
        let wanted = range.prefix(RangeProvider.largestRequest)
        // The parent may take the earlier range from here on.
        state.slots[slot] = Slot(file: file, wanted: wanted, lastUse: state.uses)
        return .request(
            RangeRequest(
                slot: slot, file: file, start: wanted.lowerBound, end: wanted.upperBound))
    }

    private static func takeWaiting(_ state: inout State) -> [DispatchSemaphore] {
        defer { state.waiting = [] }
        return state.waiting
    }
}

/// A file of a sandbox process whose ranges are requested from the parent.
struct RequestedRanges: RangeReader {
    let table: RangeTable
    /// The index of the file in the grant.
    let file: Int

    func read<Result>(
        _ range: Range<Int>, _ body: (Range<Int>) throws -> Result
    ) throws -> Result {
        try table.read(file, range, body)
    }
}
