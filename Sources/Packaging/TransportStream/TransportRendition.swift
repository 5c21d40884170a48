package import MediaModel

/// Finished segments of one video rendition that are remuxed to MPEG-TS.
package struct TransportRendition: Codable, Sendable {
    package let rung: RungPlan
    package let initialization: ArtifactFile
    package let segments: [Segment]

    /// A finished segment, with the key of its artifact.
    package struct Segment: Codable, Sendable {
        package let result: SegmentResult
        package let artifact: String

        package init(result: SegmentResult, artifact: String) {
            self.result = result
            self.artifact = artifact
        }
    }

    package init(rung: RungPlan, initialization: ArtifactFile, segments: [Segment]) {
        self.rung = rung
        self.initialization = initialization
        self.segments = segments
    }
}
