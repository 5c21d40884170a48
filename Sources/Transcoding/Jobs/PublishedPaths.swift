internal import MediaModel
internal import Packaging
internal import Presets

/// The paths in the package of segments that are published as they are, by the names of their files in the artifact.
enum PublishedPaths {
    /// The files of a video segment; the first one has the init segment.
    static func files(
        of segment: SegmentResult, _ rung: String, in container: Container
    ) -> [String: String] {
        var paths = [
            ArtifactFiles.segment(segment.index, of: rung, container):
                "\(PackagePaths.video(rung))/\(PackagePaths.segment(segment.index, container))"
        ]
        if segment.index == 0, let initialization = PackagePaths.initialization(container) {
            paths[ArtifactFiles.initialization(of: rung)] =
                "\(PackagePaths.video(rung))/\(initialization)"
        }
        return paths
    }

    /// The files of a run of an audio track; the first run has the init segment that is published.
    static func files(
        of run: RenditionResult, _ track: String, isFirst: Bool, in container: Container
    ) -> [String: String] {
        let folder = PackagePaths.audio(track)
        var paths: [String: String] = [:]
        for segment in run.segments {
            paths[ArtifactFiles.segment(segment.index, of: nil, container)] =
                "\(folder)/\(PackagePaths.segment(segment.index, container))"
        }
        if isFirst, let initialization = PackagePaths.initialization(container) {
            paths[ArtifactFiles.initialization(of: nil)] = "\(folder)/\(initialization)"
        }
        return paths
    }
}
