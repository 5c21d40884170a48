internal import Foundation

/// A bounded queue between two threads: whoever is ahead waits.
///
/// Safe because every stored property is touched only under the lock of `condition`.
package final class Channel<Element>: @unchecked Sendable {
    private let condition = NSCondition()
    private let capacity: Int
    private var elements: [Element] = []
    private var isClosed = false

    package init(capacity: Int) { self.capacity = capacity }

    /// Waits for room.
    ///
    /// - Returns: False if the channel was closed: nobody will receive any more.
    package func send(_ element: sending Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= capacity, !isClosed { condition.wait() }
        guard !isClosed else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// Waits for an element.
    ///
    /// - Returns: `nil` once the channel is closed and empty.
    package func receive() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty, !isClosed { condition.wait() }
        guard !elements.isEmpty else { return nil }
        let first = elements.removeFirst()
        condition.broadcast()
        return first
    }

    /// Ends it and drops what waits in it.
    package func discard() {
        condition.lock()
        isClosed = true
        elements = []
        condition.broadcast()
        condition.unlock()
    }

    /// Ends it from either side: elements that are there can still be received, none can be sent.
    package func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
