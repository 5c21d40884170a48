package import LibAV
internal import MediaModel
internal import MediaUnits

extension StreamInfo {
    /// The times, in ticks, that are believed; one outside is as good as none.
    ///
    /// Four months either way: beyond what any recording says, and far below where arithmetic overflows.
    package var credibleTicks: ClosedRange<Int> {
        let limit = MediaBounds.ticks(of: timeBase)
        return -limit...limit
    }
}
