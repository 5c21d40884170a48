package import MediaModel
package import Presets

extension EncodedSample {
    /// Checks a sample that a sandbox process encoded: every number that planning relies on.
    ///
    /// - Parameter rungs: The rungs of a plan without samples.
    /// - Throws: `ArtifactError`.
    package func validate(_ rungs: [RungPlan]) throws {
        guard let planned = rungs.first(where: { $0.name == rung }), crf == planned.crf else {
            throw ArtifactError("a sample of another rendition")
        }
        try checkNumbers()
    }

    fileprivate func checkNumbers() throws {
        // A second has at most 10,000 frames, and a frame fewer bits than 2^40.
        guard (1...100_000).contains(frames), (1...frames).contains(keyFrames),
            (0...1 << 40).contains(keyBits), (0...1 << 50).contains(otherBits), crf.isFinite,
            (0...100).contains(xpsnr)
        else { throw ArtifactError("a sample with impossible numbers") }
    }
}

extension ProbedUpload {
    /// Checks samples that another host has stored, before anything is planned from them.
    ///
    /// - Parameter preset: The preset that the upload was measured for.
    /// - Throws: `ArtifactError`.
    package func validateSamples(of preset: Preset) throws {
        guard (samples != nil) == (preset.hasProbeEncode && info.video != nil) else {
            throw ArtifactError("samples that the preset does not need, or none")
        }
        let samples = samples ?? []
        guard samples.count <= preset.ladder.count * ProbeEncodePlanner.counts.upperBound else {
            throw ArtifactError("more samples than planned")
        }
        for sample in samples { try sample.checkNumbers() }
    }
}
