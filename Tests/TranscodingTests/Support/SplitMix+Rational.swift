import MediaUnits
import TestSupport

extension SplitMix {
    /// Any fraction whose parts lie within a range, small ones and large ones.
    mutating func fraction(_ range: ClosedRange<Int>) -> Rational {
        Rational(logarithmic(range), logarithmic(range))
    }
}
