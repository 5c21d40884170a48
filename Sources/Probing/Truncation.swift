internal import LibAV
internal import MediaUnits

/// The part of a truncated file that is present, relative to what its index declares.
struct Truncation {
    /// The duration by the index, in seconds.
    let declaredDuration: Double
    /// The measured duration, in seconds.
    let duration: Double
    /// The share of frames or of time that is present, whichever is larger: an edit list may leave frames out.
    let share: Double

    /// Compares a track with its index.
    ///
    /// - Returns: `nil` if at most half a second is missing: indexes are rounded.
    init?(_ stream: StreamInfo, _ track: PacketScan.Track) {
        guard let declaredTicks = stream.duration, stream.announcedFrameCount > 0 else {
            return nil
        }
        let first = track.times.min() ?? 0
        let ticks = (track.end ?? first) - first
        declaredDuration = stream.timeBase.doubleValue * Double(declaredTicks)
        duration = stream.timeBase.doubleValue * Double(ticks)
        let frames = Double(track.packetCount) / Double(stream.announcedFrameCount)
        share = max(frames, Double(ticks) / Double(declaredTicks))
        guard frames < 1, declaredDuration - duration > 0.5 else { return nil }
    }
}
