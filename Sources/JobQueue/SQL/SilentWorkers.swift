/// Which workers have said nothing for a whole lease, as one process sees it.
///
/// Clocks of machines and servers are set back and forth, so what counts is whether a worker's last word changes from look to look,
/// by this process's own steady clock. Only time counts in which the store could be looked at: while it was away, nobody could say
/// that they live.
struct SilentWorkers: Sendable {
    /// What each worker said last, and for how long nothing else.
    private var known: [Int64: (word: Int64, silence: Duration)] = [:]
    private var looked: ContinuousClock.Instant?

    /// Takes note of all workers' last words.
    ///
    /// - Parameters:
    ///   - words: By the workers' ids.
    ///   - now: When that is.
    ///   - lease: How long a worker may be silent.
    /// - Returns: Those that have been silent for longer.
    mutating func look(
        at words: [Int64: Int64], _ now: ContinuousClock.Instant, lease: Duration
    ) -> [Int64] {
        let passed = looked.map { $0.duration(to: now) } ?? .zero
        looked = now
        // Looks come every few seconds: else the store, or this process, has stood still.
        let counted = passed > max(lease / 2, .seconds(6)) ? .zero : passed
        known = .init(
            uniqueKeysWithValues: words.map { id, word in
                let before = known[id]
                let isSilent = before?.word == word
                return (id, (word, isSilent ? (before?.silence ?? .zero) + counted : .zero))
            })
        return known.filter { $0.value.silence > lease }.keys.sorted()
    }

    /// As if nothing had been heard of a worker for a very long time.
    mutating func assumeSilent(_ id: Int64, word: Int64) {
        known[id] = (word, .seconds(1 << 32))
    }
}
