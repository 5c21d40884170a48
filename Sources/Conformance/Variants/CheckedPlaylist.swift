/// A media playlist as listed and as measured, for comparison with others of its package.
struct CheckedPlaylist {
    let targetDuration: Int?
    let isIFramesOnly: Bool
    /// Whether it has all its segments; a live playlist has its newest ones.
    let isComplete: Bool
    /// Whether it has `EXT-X-INDEPENDENT-SEGMENTS`.
    let isIndependent: Bool
    /// The number of `EXT-X-DISCONTINUITY` tags.
    let discontinuities: Int
    /// The listed ends of segments, in seconds.
    let ends: [Double]
    /// The date of the first segment, in seconds since 1970; `nil` without `EXT-X-PROGRAM-DATE-TIME`.
    let date: Double?
    /// In bits per second.
    let peakBandwidth: Double
    /// In bits per second; 0 if no segment was measured.
    let averageBandwidth: Double
    /// Whether the sizes of all segments are known.
    let isWhole: Bool
    let measured: MeasuredPlaylist

    init(
        _ playlist: ListedMediaPlaylist, peakBandwidth: Double, averageBandwidth: Double,
        isWhole: Bool, measured: MeasuredPlaylist
    ) {
        targetDuration = playlist.targetDuration
        isIFramesOnly = playlist.isIFramesOnly
        isComplete = playlist.hasEnd
        isIndependent = playlist.isIndependent
        discontinuities = playlist.segments.count(where: \.isDiscontinuous)
        var end = 0.0
        ends = playlist.segments.map { segment in
            end += segment.duration ?? 0
            return end
        }
        date = playlist.dates.start
        self.peakBandwidth = peakBandwidth
        self.averageBandwidth = averageBandwidth
        self.isWhole = isWhole
        self.measured = measured
    }
}
