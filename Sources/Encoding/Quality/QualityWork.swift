internal import LibAV
package import MediaModel
package import MediaSandbox
package import MediaUnits
package import Sandbox
internal import Storage

/// Compares every rendition with the frames that its encoder was given.
package struct QualityWork: UploadMediaWork {
    /// The plan, with one chunk.
    package let plan: VideoPlan
    /// The files of each rendition by the rung's name, in order, below the artifact folder.
    package let files: [String: [String]]
    package let formats: FormatSet

    package typealias Output = [String: VideoQuality]

    package static let kind = "quality"

    package init(_ plan: VideoPlan, files: [String: [String]], formats: FormatSet) {
        self.plan = plan
        self.files = files
        self.formats = formats
    }

    package func run(on upload: Upload, in context: SandboxContext) throws -> [String:
        VideoQuality]
    {
        let isStopped = context.isStopped
        let folder = try context.openArtifacts()
        let chunk = plan.chunks[0]
        let frames = SourceFrames(
            upload: upload, source: plan.source, chunk: chunk, isStopped: isStopped)
        let ((converter, meters), _) = try frames.decode {
            let meters = try plan.rungs.map { rung in
                try QualityMeter(
                    rung,
                    files: (files[rung.name] ?? []).map { try folder.file(below: $0) },
                    folder: context.folder, isStopped: isStopped)
            }
            let converter = try FrameRateConverter(
                plan, chunk, meters, folder: context.folder, isStopped: isStopped,
                report: context.report)
            return (converter, meters)
        } abandon: {
            $0.0.abandon()
        } _: { consumer, frame, time in
            try consumer.0.take(frame, time: time)
        }
        try converter.finishGrid()
        return Dictionary(
            uniqueKeysWithValues: try zip(plan.rungs, meters).map { rung, meter in
                _ = try meter.finish()
                return (rung.name, try meter.quality())
            })
    }
}
