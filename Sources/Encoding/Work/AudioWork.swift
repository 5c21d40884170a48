internal import LibAV
package import MediaModel
package import MediaSandbox
package import MediaUnits
package import Sandbox

/// Encodes an audio rendition of an upload, or one run of it.
package struct AudioWork: UploadMediaWork {
    /// A run of a rendition, and the gain that its samples get.
    package struct Part: Codable, Hashable, Sendable {
        /// The index of the run.
        package let run: Int
        /// The gain, in dB.
        package let gain: Double

        package init(run: Int, gain: Double) {
            self.run = run
            self.gain = gain
        }
    }

    package let plan: AudioPlan
    /// The part to encode; `nil` for a rendition of one run, with its measurement.
    package let part: Part?
    package let formats: FormatSet

    package init(plan: AudioPlan, part: Part? = nil, formats: FormatSet) {
        self.plan = plan
        self.part = part
        self.formats = formats
    }

    package typealias Output = RenditionResult

    package static let kind = "audio"

    package var stages: Set<String> { [Stage.decodeAudio, Stage.encodeAudio, Stage.package] }

    package func run(on upload: Upload, in context: SandboxContext) throws -> RenditionResult {
        try upload.convertingAudio(in: context) { clock in
            let encoder = AudioEncoder(
                upload: upload, plan: plan, folder: context.folder,
                isStopped: context.isStopped, report: context.report, clock: clock)
            guard let part else { return try encoder.run() }
            return try encoder.encode(plan.runs[part.run], gain: part.gain, context.report)
        }
    }
}

/// Measures the loudness of an audio track of an upload, on the package's timeline and after the downmix.
package struct SourceLoudnessWork: UploadMediaWork {
    package let plan: AudioPlan
    package let formats: FormatSet

    package init(plan: AudioPlan, formats: FormatSet) {
        self.plan = plan
        self.formats = formats
    }

    package typealias Output = MeasuredLoudness

    package static let kind = "source-loudness"

    package var stages: Set<String> { [Stage.decodeAudio] }

    package func run(on upload: Upload, in context: SandboxContext) throws -> MeasuredLoudness {
        try upload.convertingAudio(in: context) { clock in
            try AudioEncoder(
                upload: upload, plan: plan, folder: context.folder,
                isStopped: context.isStopped, report: context.report, clock: clock
            ).measure(context.report)
        }
    }
}

/// Measures the loudness of an encoded rendition.
package struct EncodedLoudnessWork: MediaWork {
    /// The init segment, and all segments in order.
    package let files: [ArtifactFile]

    package init(files: [ArtifactFile]) { self.files = files }

    package typealias Output = MeasuredLoudness

    package static let kind = "encoded-loudness"

    package func run(in context: SandboxContext) throws -> MeasuredLoudness {
        try EncodedLoudness.measure(
            JoinedFiles(files, in: context.openArtifacts()), name: "audio",
            isStopped: context.isStopped)
    }
}

extension Upload {
    /// Runs work with audio; filters that cannot be configured mean that the upload is corrupt.
    fileprivate func convertingAudio<Output>(
        in context: SandboxContext, _ body: (StageClock) throws -> Output
    ) throws -> Output {
        do {
            let clock = StageClock(context.stages)
            return try clock.measure(Stage.decodeAudio) { try body(clock) }
        } catch let error as LibAVError where error.isFilterConfiguration {
            // Filters are made for what the decoder puts out: corrupt headers promise rates and layouts that none has.
            throw self.error(
                .damaged, "its audio cannot be converted (\(error.reason))",
                advice: "check that the file plays, then upload it again")
        }
    }
}
