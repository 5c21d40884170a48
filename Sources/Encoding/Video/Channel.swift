internal import Foundation

/// A bounded queue between two threads; `send` and `receive` block.
///
/// Safe because every stored property is touched only under the lock of `condition`.
package final class Channel<Element>: @unchecked Sendable {
    private let condition = NSCondition()
    private let capacity: Int
    private var elements: [Element] = []
    private var isClosed = false

    package init(capacity: Int) { self.capacity = capacity }

    /// Appends an element; blocks while the channel is full.
    ///
    /// - Returns: Whether the element was appended; false if the channel is closed.
    package func send(_ element: sending Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= capacity, !isClosed { condition.wait() }
        guard !isClosed else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// Removes the first element; blocks while the channel is empty.
    ///
    /// - Returns: The element; `nil` once the channel is closed and empty.
    package func receive() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty, !isClosed { condition.wait() }
        guard !elements.isEmpty else { return nil }
        let first = elements.removeFirst()
        condition.broadcast()
        return first
    }

    /// Closes the channel and drops its elements.
    package func discard() {
        condition.lock()
        isClosed = true
        elements = []
        condition.broadcast()
        condition.unlock()
    }

    /// Closes the channel, from either side: remaining elements can be received, no more can be sent.
    package func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
