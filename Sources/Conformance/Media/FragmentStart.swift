/// What a byte range of an I-frame playlist begins with.
enum FragmentStart: String, Codable, Sendable {
    case syncSample, otherSample, otherBox

    init(_ file: MediaFile, _ range: Range<Int64>, tracks: InitSegmentTracks) {
        guard let fragment = MovieFragment(file, range) else {
            self = .otherBox
            return
        }
        let videos = fragment.tracks(tracks).filter { tracks.tracks[$0.track]?.kind == .video }
        self = videos.contains { $0.syncTimes.first == 0 } ? .syncSample : .otherSample
    }
}
