package import LibAV
internal import MediaModel
internal import MediaUnits

extension StreamInfo {
    /// The range of credible times, in ticks of the time base; a time outside is treated as missing.
    ///
    /// Four months before and after 0, chosen as beyond the times of any recording, and far below those that overflow.
    package var credibleTicks: ClosedRange<Int> {
        let limit = MediaBounds.ticks(of: timeBase)
        return -limit...limit
    }
}
