package import Errors
package import HLS
package import MediaModel
internal import MediaUnits

extension ThumbnailPlan {
    /// Returns the storyboard's index, which maps times to tiles of sheets.
    ///
    /// - Parameters:
    ///   - grid: The grid of output frames.
    ///   - sheets: The names of the sheets, in order.
    /// - Returns: A track with one cue for each planned tile.
    /// - Throws: `InternalError` if there are too few sheets for the planned tiles.
    package func track(_ grid: FrameGrid, sheets: [String]) throws(InternalError)
        -> StoryboardTrack
    {
        let end = grid.time(of: grid.frameCount)
        let perSheet = columns * rows
        guard tileFrames.count <= sheets.count * perSheet else {
            throw InternalError("a storyboard sheet is missing")
        }
        let starts = tileFrames.map { every * (grid.time(of: $0) / every).rounded }
        let cues = zip(starts, starts.dropFirst() + [end]).enumerated().map { index, times in
            let position = index % perSheet
            let columns = min(columns, starts.count - index + position)
            return StoryboardTrack.Cue(
                start: times.0, end: times.1, uri: sheets[index / perSheet],
                x: position % columns * tile.width, y: position / columns * tile.height,
                width: tile.width, height: tile.height)
        }
        return StoryboardTrack(cues: cues)
    }
}
