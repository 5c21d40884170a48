import Dispatch
import Synchronization
internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The bytes of one remote upload that were fetched, in a sparse file; blocks are fetched on request and ahead of requests.
///
/// Requests of several processes for one block fetch it once. Blocks that a request made readable are not evicted until its
/// lease ends.
final class BlockCache: FileRanges {
    private struct Request {
        let range: Range<Int64>
        let blocks: Range<Int>
        let completion: @Sendable (Result<ReadableRange, StorageError>) -> Void
    }

    private struct Fetch {
        let blocks: Range<Int>
        /// Whether a request waits for it.
        let isUrgent: Bool
    }

    private struct State {
        var map: BlockMap
        var readAhead = ReadAhead()
        /// The requests that wait for blocks, by their numbers.
        var waiting: [Int: Request] = [:]
        var lastNumber = 0
        /// The fetches that have not started; those of requests are first.
        var queue: [Fetch] = []
        /// The blocks of all fetches, started or not.
        var fetching: Set<Int> = []
        /// The threads that fetch, and how many of them fetch ahead of requests.
        var running = (all: 0, ahead: 0)
        /// A permanent error, with which all further requests fail.
        var failure: StorageError?
        var isClosed = false
    }

    /// A result for the completion of a request, which is called without the lock.
    private typealias Answer = (request: Request, result: Result<ReadableRange, StorageError>)

    /// The blocks of one fetch; chosen so that four threads hold 4 MiB of memory for a file.
    private static let fetchLength = 4
    /// The fetches at a time.
    private static let maximumThreads = 4
    /// The reads in sequence without a byte before the store counts as unreachable.
    private static let maximumEmptyReads = 3

    let file: CacheFile
    private let object: any ObjectReader
    private let location: Location
    private let space: RemoteCache
    private let state: Mutex<State>
    private let fetched = Atomic<Int64>(0)

    init(
        _ object: any ObjectReader, at location: Location, in space: RemoteCache
    ) throws(StorageError) {
        (self.object, self.location, self.space) = (object, location, space)
        file = try CacheFile(in: space.folder, size: object.size)
        state = Mutex(State(map: BlockMap(size: object.size)))
        space.add(self)
    }

    deinit {
        let present = state.withLock { state in
            (0..<state.map.count).lazy.filter(state.map.isPresent)
                .reduce(0 as Int64) { $0 + Self.length(state.map.bytes(of: $1..<$1 + 1)) }
        }
        space.release(present)
        space.noteEnd()
    }

    /// The number of bytes that were fetched.
    var fetchedBytes: Int64 { fetched.load(ordering: .relaxed) }

    /// Ends all fetches, and fails the requests that wait for them.
    func close() {
        let answers = state.withLock { state in
            state.isClosed = true
            state.queue = []
            return Self.fail(state.waiting.keys.sorted(), Self.closed(location), &state)
        }
        Self.complete(answers)
    }

    // MARK: Requests

    func request(
        _ range: Range<Int64>,
        completion: @escaping @Sendable (Result<ReadableRange, StorageError>) -> Void
    ) -> Int64 {
        let (answers, cost, threads) = state.withLock { state -> ([Answer], Int64, Int) in
            let request = Request(
                range: range, blocks: state.map.blocks(of: range), completion: completion)
            if let failure = state.isClosed ? Self.closed(location) : state.failure {
                return ([(request, .failure(failure))], 0, 0)
            }
            state.map.lease(request.blocks)
            state.lastNumber += 1
            state.waiting[state.lastNumber] = request
            var cost = schedule(request.blocks, isUrgent: true, &state)
            let ahead = state.readAhead.note(request.blocks)
            cost += schedule(ahead.clamped(to: 0..<state.map.count), isUrgent: false, &state)
            let threads = min(state.queue.count, Self.maximumThreads - state.running.all)
            state.running.all += threads
            return (grant([state.lastNumber], &state), cost, threads)
        }
        for _ in 0..<threads {
            // A serial queue has a thread at once; see `BlockingPool`.
            DispatchQueue(label: "vtranscode.fetch", qos: .utility).async { self.work() }
        }
        Self.complete(answers)
        return cost
    }

    /// Schedules the blocks of a range that are neither present nor scheduled.
    ///
    /// - Returns: Their size, in bytes.
    private func schedule(_ blocks: Range<Int>, isUrgent: Bool, _ state: inout State) -> Int64 {
        var (cost, rest): (Int64, Range<Int>) = (0, blocks)
        if isUrgent { expedite(blocks, &state) }
        while let run = BlockMap.run(
            in: rest, where: { !state.map.isPresent($0) && !state.fetching.contains($0) })
        {
            let part = run.prefix(Self.fetchLength)
            rest = part.upperBound..<rest.upperBound
            cost += Self.length(state.map.bytes(of: part))
            state.fetching.formUnion(part)
            enqueue(Fetch(blocks: part, isUrgent: isUrgent), &state)
        }
        return cost
    }

    private func enqueue(_ fetch: Fetch, _ state: inout State) {
        let urgent = state.queue.firstIndex { !$0.isUrgent } ?? state.queue.count
        state.queue.insert(fetch, at: fetch.isUrgent ? urgent : state.queue.count)
    }

    /// Moves fetches that were scheduled ahead to those of requests.
    private func expedite(_ blocks: Range<Int>, _ state: inout State) {
        for fetch in state.queue where !fetch.isUrgent && fetch.blocks.overlaps(blocks) {
            state.queue.removeAll { $0.blocks == fetch.blocks }
            enqueue(Fetch(blocks: fetch.blocks, isUrgent: true), &state)
        }
    }

    /// Completes those of the waiting requests whose blocks are all present.
    private func grant(_ numbers: [Int], _ state: inout State) -> [Answer] {
        numbers.compactMap { number in
            guard let request = state.waiting[number],
                request.blocks.allSatisfy(state.map.isPresent)
            else { return nil }
            state.waiting[number] = nil
            let limit = state.map.blocks(
                of: request.range.lowerBound..<request.range.lowerBound + Self.largestRequest)
            let more = (request.blocks.upperBound..<min(limit.upperBound, state.map.count))
                .prefix { state.map.isPresent($0) }
            state.map.lease(more)
            let blocks = request.blocks.lowerBound..<more.upperBound
            let end = state.map.bytes(of: blocks).upperBound
            return (
                request,
                .success(
                    ReadableRange(
                        request.range.lowerBound..<end, lease: Lease(of: self, blocks)))
            )
        }
    }

    private static func fail(
        _ numbers: [Int], _ error: StorageError, _ state: inout State
    ) -> [Answer] {
        numbers.compactMap { number in
            guard let request = state.waiting.removeValue(forKey: number) else { return nil }
            state.map.release(request.blocks)
            return (request, .failure(error))
        }
    }

    private static func complete(_ answers: [Answer]) {
        for answer in answers { answer.request.completion(answer.result) }
    }

    private static func closed(_ location: Location) -> StorageError {
        .object(.unreachable("the file is closed"), location)
    }

    private static func length(_ range: Range<Int64>) -> Int64 {
        range.upperBound - range.lowerBound
    }

    /// Excludes blocks from eviction as long as it exists.
    private final class Lease: Sendable {
        private let cache: BlockCache
        private let blocks: Range<Int>

        init(of cache: BlockCache, _ blocks: Range<Int>) {
            (self.cache, self.blocks) = (cache, blocks)
        }

        deinit {
            cache.state.withLock { $0.map.release(blocks) }
            cache.space.noteEnd()
        }
    }

    // MARK: Fetches

    /// Executes fetches until none is left.
    private func work() {
        while let fetch = next() {
            let size = state.withLock { Self.length($0.map.bytes(of: fetch.blocks)) }
            guard space.beginFetch(of: size, mayWait: fetch.isUrgent) else {
                Self.complete(finish(fetch, .failure(full)))
                continue
            }
            let result = Result { () throws(StorageError) in try execute(fetch) }
            let answers = finish(fetch, result)
            space.endFetch()
            Self.complete(answers)
        }
    }

    /// Takes the next fetch; one thread remains for those of requests.
    private func next() -> Fetch? {
        state.withLock { state in
            guard !state.isClosed, let fetch = state.queue.first,
                fetch.isUrgent || state.running.ahead < Self.maximumThreads - 1
            else {
                state.running.all -= 1
                return nil
            }
            state.queue.removeFirst()
            if !fetch.isUrgent { state.running.ahead += 1 }
            return fetch
        }
    }

    private func finish(_ fetch: Fetch, _ result: Result<Void, StorageError>) -> [Answer] {
        state.withLock { state in
            if !fetch.isUrgent { state.running.ahead -= 1 }
            let affected = state.waiting.filter { $0.value.blocks.overlaps(fetch.blocks) }.keys
                .sorted()
            switch result {
            case .success:
                state.fetching.subtract(fetch.blocks)
                state.map.insert(fetch.blocks)
                return grant(affected, &state)
            case .failure(let error):
                if case .object(let error) = error.kind, !error.isTransient {
                    state.failure = .object(error, location)
                    state.queue = []
                    state.fetching = []
                    return Self.fail(state.waiting.keys.sorted(), .object(error, location), &state)
                }
                // A request that waits for blocks fetched ahead has its own attempt.
                if !fetch.isUrgent, !affected.isEmpty {
                    enqueue(Fetch(blocks: fetch.blocks, isUrgent: true), &state)
                    return []
                }
                state.fetching.subtract(fetch.blocks)
                return Self.fail(affected, error, &state)
            }
        }
    }

    /// Fetches blocks into the file, for which space is reserved.
    private func execute(_ fetch: Fetch) throws(StorageError) {
        let range = state.withLock { $0.map.bytes(of: fetch.blocks) }
        do throws(StorageError) {
            let bytes = try read(range)
            try unsafe bytes.span.withUnsafeBytes { bytes throws(StorageError) in
                try unsafe write(bytes, at: range.lowerBound, mayWait: fetch.isUrgent)
            }
        } catch {
            _ = file.punch(range)
            space.release(Self.length(range))
            throw error
        }
    }

    /// Reads a range of the object; a read that ends early is continued at its last byte.
    private func read(_ range: Range<Int64>) throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(Self.length(range)))
        var (filled, emptyReads) = (0, 0)
        while filled < bytes.count {
            if state.withLock({ $0.isClosed }) { throw Self.closed(location) }
            let count: Int
            do throws(ObjectError) {
                var span = bytes.mutableSpan
                count = try unsafe span.withUnsafeMutableBytes { buffer throws(ObjectError) in
                    try unsafe object.read(
                        at: range.lowerBound + Int64(filled),
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]),
                        isStopped: { self.state.withLock { $0.isClosed } })
                }
            } catch {
                throw .object(error, location)
            }
            emptyReads = count > 0 ? 0 : emptyReads + 1
            guard emptyReads < Self.maximumEmptyReads else {
                throw .object(.unreachable("it sends no bytes"), location)
            }
            filled += min(max(0, count), bytes.count - filled)
            fetched.add(Int64(max(0, count)), ordering: .relaxed)
        }
        return bytes
    }

    /// Writes bytes into the file; where the disk is full, unused blocks of any upload are evicted.
    private func write(
        _ bytes: UnsafeRawBufferPointer, at offset: Int64, mayWait: Bool
    ) throws(StorageError) {
        while true {
            let ended = space.ended
            do throws(StorageError) {
                return try unsafe file.write(bytes, at: offset)
            } catch {
                guard error.isDiskFull else { throw error }
                if space.evict(Int64(bytes.count)) { continue }
                guard mayWait, space.waitForEnd(after: ended), space.ended != ended else {
                    throw error
                }
            }
        }
    }

    private var full: StorageError { StorageError("reserve", space.folder, ENOSPC) }

    /// Evicts unused blocks, about as many bytes.
    ///
    /// - Returns: The number of bytes whose space is free by now.
    func evict(_ bytes: Int64) -> Int64 {
        let evicted = state.withLock { state in
            var evicted: Int64 = 0
            while evicted < bytes, let block = state.map.evict() {
                let range = state.map.bytes(of: block..<block + 1)
                // With the lock held: by now, nobody has requested the block again.
                guard file.punch(range) else {
                    state.map.insert(block..<block + 1)
                    break
                }
                evicted += Self.length(range)
            }
            return evicted
        }
        space.release(evicted)
        return evicted
    }
}
