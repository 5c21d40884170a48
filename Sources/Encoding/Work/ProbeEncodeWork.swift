package import MediaModel
package import MediaSandbox
package import MediaUnits
package import Planning
package import Sandbox

/// Encodes one sample of an upload in all ways of a probe encode.
package struct ProbeEncodeWork: UploadMediaWork {
    package let plan: ProbeEncodePlan
    /// The chunk of the sample, which has one unit.
    package let chunk: ChunkPlan
    package let formats: FormatSet

    package typealias Output = [EncodedSample]

    package static let kind = "probeEncode"

    package init(_ plan: ProbeEncodePlan, _ chunk: ChunkPlan, formats: FormatSet) {
        self.plan = plan
        self.chunk = chunk
        self.formats = formats
    }

    /// - Returns: One measurement for each encode of the plan; none if no frame of the sample can be decoded.
    package func run(on upload: Upload, in context: SandboxContext) throws -> [EncodedSample] {
        let frames = SourceFrames(
            upload: upload, source: plan.video.source, chunk: chunk,
            skippable: SkippableFrames(of: chunk, plan.video),
            skipsDeblocking: plan.skipsDeblocking, isStopped: context.isStopped)
        let ((converter, encoders), outcome) = try frames.decode {
            let encoders = try chunk.units.prefix(1).flatMap { unit in
                try plan.encodes.map { try SampleEncoder($0.plan, unit) }
            }
            let consumers = zip(plan.encodes, encoders).map {
                FrameRateConverter.Consumer(rung: $0.rung, consumer: $1)
            }
            let converter = try FrameRateConverter(
                plan.video, chunk, consumers, folder: context.folder,
                isStopped: context.isStopped, report: context.report)
            return (converter, encoders)
        } abandon: {
            $0.0.abandon()
        } _: { consumer, frame, time in
            try consumer.0.take(frame, time: time)
        }
        guard !outcome.times.isEmpty else { return [] }
        try converter.finishGrid()
        return try encoders.map { encoder in
            _ = try encoder.finish()
            return try encoder.sample()
        }
    }
}
