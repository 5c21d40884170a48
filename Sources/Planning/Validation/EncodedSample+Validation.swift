package import MediaModel
internal import VideoCodecs

extension EncodedSample {
    /// Checks a sample that a sandbox process encoded: every number that planning relies on.
    ///
    /// - Parameter rungs: The rungs of a plan without samples.
    /// - Throws: `ArtifactError`.
    package func validate(_ rungs: [RungPlan]) throws {
        guard let planned = rungs.first(where: { $0.name == rung }), crf == planned.crf else {
            throw ArtifactError("a sample of another rendition")
        }
        // A second has at most 10,000 frames, and a frame fewer bits than 2^40.
        guard (1...100_000).contains(frames), (0...1 << 40).contains(keyBits),
            (0...1 << 50).contains(otherBits), xpsnr.isFinite, (0...100).contains(xpsnr)
        else { throw ArtifactError("a sample with impossible numbers") }
    }
}
