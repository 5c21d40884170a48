extension VideoPlan {
    /// Returns the renditions that the frames of a rendition are scaled from, the largest first, and the rendition itself.
    package func cascade(to rung: Int) -> [Int] {
        var cascade = [rung]
        // Each rendition is scaled from one before it, which validation has checked.
        while let from = rungs[cascade[0]].scaledFrom, from < cascade[0] {
            cascade.insert(from, at: 0)
        }
        return cascade
    }

    /// Returns the renditions whose frames are made for a set of renditions: these, and those that they are scaled from.
    package func cascade(toAll renditions: some Sequence<Int>) -> Set<Int> {
        renditions.reduce(into: []) { $0.formUnion(cascade(to: $1)) }
    }

    /// The renditions that thumbnails are made from: posters from the highest, tiles and scores from the last.
    package var thumbnailRenditions: [Int] {
        thumbnails == nil || rungs.isEmpty ? [] : [0, rungs.count - 1]
    }
}
