internal import LibAV

/// Compares every rendition with the pictures that its encoder was given.
struct QualityWork: MediaWork {
    /// Of one node.
    let plan: VideoPlan
    /// By the rung's name, in order.
    let files: [String: [String]]

    static let kind = MediaWorkKind.quality

    init(_ plan: VideoPlan, files: [String: [String]]) {
        self.plan = plan
        self.files = files
    }

    func run(
        on upload: Upload, isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void
    ) throws -> [String: PictureQuality] {
        let node = plan.nodes[0]
        let frames = SourceFrames(
            upload: upload, source: plan.source, node: node, isStopped: isStopped)
        let ((feeder, meters), _) = try frames.decode {
            let meters = try plan.rungs.map {
                try QualityMeter($0, files: files[$0.name] ?? [], isStopped: isStopped)
            }
            let feeder = try GridFeeder(
                plan, node, meters, folder: "", isStopped: isStopped, report: report)
            return (feeder, meters)
        } abandon: {
            $0.0.abandon()
        } _: { consumer, frame, time in
            try consumer.0.take(frame, time: time)
        }
        try feeder.finishGrid()
        return Dictionary(
            uniqueKeysWithValues: try zip(plan.rungs, meters).map { rung, meter in
                _ = try meter.finish()
                return (rung.name, try meter.quality())
            })
    }
}
