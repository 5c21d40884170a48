package import Errors
package import HLS
package import MediaModel
internal import MediaUnits

extension ThumbnailPlan {
    /// The storyboard's index: which tile of which sheet stands for which time.
    ///
    /// - Parameters:
    ///   - grid: The output's frames.
    ///   - sheets: The names of the sheets, in order.
    /// - Returns: A cue for each planned tile.
    /// - Throws: `InternalError` if there are too few sheets for the planned tiles.
    package func track(_ grid: FrameGrid, sheets: [String]) throws(InternalError)
        -> StoryboardTrack
    {
        let end = grid.time(of: grid.frameCount)
        let perSheet = columns * rows
        guard tileFrames.count <= sheets.count * perSheet else {
            throw InternalError("a sheet of small pictures is missing")
        }
        let starts = tileFrames.map { every * (grid.time(of: $0) / every).rounded }
        let cues = zip(starts, starts.dropFirst() + [end]).enumerated().map { index, times in
            let place = index % perSheet
            let columns = min(columns, starts.count - index + place)
            return StoryboardTrack.Cue(
                start: times.0, end: times.1, uri: sheets[index / perSheet],
                x: place % columns * tile.width, y: place / columns * tile.height,
                width: tile.width, height: tile.height)
        }
        return StoryboardTrack(cues: cues)
    }
}
