internal import LibAV
package import MediaModel
package import MediaSandbox
package import MediaUnits
package import Sandbox
internal import Storage
package import SystemPackage

/// Compares every rendition with the frames that its encoder was given.
package struct QualityWork: UploadMediaWork {
    /// The plan, with one chunk.
    package let plan: VideoPlan
    /// The files of each rendition by the rung's name, in order, below the artifact folder.
    package let files: [String: [FilePath]]
    package let formats: FormatSet

    package typealias Output = [String: VideoQuality]

    package static let kind = "quality"

    package init(_ plan: VideoPlan, files: [String: [FilePath]], formats: FormatSet) {
        self.plan = plan
        self.files = files
        self.formats = formats
    }

    private enum CodingKeys: CodingKey {
        case plan, files, formats
    }

    package init(from decoder: any Swift.Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        plan = try values.decode(VideoPlan.self, forKey: .plan)
        files = try values.decode([String: [String]].self, forKey: .files)
            .mapValues { try $0.map { try FilePath(checking: $0) } }
        formats = try values.decode(FormatSet.self, forKey: .formats)
    }

    package func encode(to encoder: any Swift.Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(plan, forKey: .plan)
        try values.encode(files.mapValues { $0.map(\.string) }, forKey: .files)
        try values.encode(formats, forKey: .formats)
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
                plan, chunk,
                meters.enumerated().map {
                    FrameRateConverter.Consumer(rung: $0.offset, consumer: $0.element)
                },
                folder: context.folder, isStopped: isStopped,
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
