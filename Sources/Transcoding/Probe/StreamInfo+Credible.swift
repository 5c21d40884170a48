internal import LibAV
internal import MediaUnits

extension StreamInfo {
    /// The times, in ticks, that are believed; one outside is as good as none.
    ///
    /// Four months either way: beyond what any recording says, and far below where arithmetic overflows.
    var credibleTicks: ClosedRange<Int> {
        let limit = (Rational(10_000_000) / timeBase).floor
        return -limit...limit
    }
}
