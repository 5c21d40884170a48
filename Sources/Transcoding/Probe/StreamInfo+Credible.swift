internal import LibAV
internal import MediaUnits

extension StreamInfo {
    /// Ticks from 0 that a timestamp may lie and be believed: four months, beyond what any recording says and far below
    /// where arithmetic overflows. A time beyond is as good as none.
    var credibleTicks: ClosedRange<Int> {
        let limit = (Rational(10_000_000) / timeBase).floor
        return -limit...limit
    }
}
