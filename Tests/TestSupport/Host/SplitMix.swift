import Foundation

/// Sebastiano Vigna's SplitMix64: the same numbers for the same seed.
public struct SplitMix: RandomNumberGenerator {
    public var state: UInt64

    public init(state: UInt64) { self.state = state }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    public mutating func number(_ range: ClosedRange<Int>) -> Int {
        .random(in: range, using: &self)
    }

    /// Returns true with a probability of one in `count`.
    public mutating func once(in count: Int) -> Bool { number(1...count) == 1 }

    public mutating func one<Value>(of values: [Value]) -> Value {
        values[number(0...values.count - 1)]
    }

    /// Returns a log-uniform number: between 1 and 10 as likely as between 1,000 and 10,000.
    public mutating func logarithmic(_ range: ClosedRange<Double>) -> Double {
        let (low, high) = (log(range.lowerBound), log(range.upperBound))
        return exp(.random(in: low...high, using: &self))
    }

    public mutating func logarithmic(_ range: ClosedRange<Int>) -> Int {
        let value = logarithmic(Double(range.lowerBound)...Double(range.upperBound))
        return min(max(Int(value), range.lowerBound), range.upperBound)
    }
}
