internal import LibAV
internal import MediaUnits

/// How much of what its index announces a cut off file still has.
struct Truncation {
    /// Seconds by the index, and seconds of what is there.
    let announced: Double
    let measured: Double
    /// Of frames or of time, whichever has more: an edit list may leave frames out.
    let share: Double

    /// `nil` if the file has what its index announces, or all but half a second of it: indexes are rounded.
    init?(_ stream: StreamInfo, _ track: PacketScan.Track) {
        guard let duration = stream.duration, stream.announcedFrameCount > 0 else { return nil }
        let first = track.times.min() ?? 0
        let ticks = (track.end ?? first) - first
        announced = stream.timeBase.doubleValue * Double(duration)
        measured = stream.timeBase.doubleValue * Double(ticks)
        let frames = Double(track.packetCount) / Double(stream.announcedFrameCount)
        share = max(frames, Double(ticks) / Double(duration))
        guard frames < 1, announced - measured > 0.5 else { return nil }
    }
}
