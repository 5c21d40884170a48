import Dispatch
import Synchronization
import Testing

@testable import Encoding

@Suite struct ChannelTests {
    @Test(.timeLimit(.minutes(1))) func elementsArriveInOrderThroughASmallChannel() {
        let channel = Channel<Int>(capacity: 2)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            for number in 0..<1_000 { _ = channel.send(number) }
            channel.close()
        }
        var received: [Int] = []
        while let number = channel.receive() { received.append(number) }
        group.wait()
        #expect(received == Array(0..<1_000))
    }

    @Test func elementsSentBeforeClosingAreReceived() {
        let channel = Channel<Int>(capacity: 3)
        #expect(channel.send(1))
        #expect(channel.send(2))
        channel.close()
        #expect(!channel.send(3))
        #expect(channel.receive() == 1)
        #expect(channel.receive() == 2)
        #expect(channel.receive() == nil)
        #expect(channel.receive() == nil)
    }

    /// A sender that waits for room returns false when the channel is closed.
    @Test(.timeLimit(.minutes(1))) func closingWakesAWaitingSender() {
        let channel = Channel<Int>(capacity: 1)
        _ = channel.send(0)
        let group = DispatchGroup()
        let isTaken = Mutex<Bool?>(nil)
        DispatchQueue.global().async(group: group) {
            let taken = channel.send(1)
            isTaken.withLock { $0 = taken }
        }
        channel.close()
        group.wait()
        #expect(isTaken.withLock { $0 } == false)
        #expect(channel.receive() == 0)
        #expect(channel.receive() == nil)
    }

    @Test(.timeLimit(.minutes(1))) func closingWakesAWaitingReceiver() {
        let channel = Channel<Int>(capacity: 1)
        let group = DispatchGroup()
        let received = Mutex<Int?>(7)
        DispatchQueue.global().async(group: group) {
            let element = channel.receive()
            received.withLock { $0 = element }
        }
        channel.close()
        group.wait()
        #expect(received.withLock { $0 } == nil)
    }

    @Test func closingTwiceHasNoEffect() {
        let channel = Channel<Int>(capacity: 1)
        channel.close()
        channel.close()
        #expect(!channel.send(1))
        #expect(channel.receive() == nil)
    }
}
