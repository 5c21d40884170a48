/// What a change of a preset does: two evaluations on the same clips, side by side.
public struct EvaluationDifference: Codable, Hashable, Sendable {
    /// The files, before and after.
    public let before: String
    public let after: String
    public let clips: [Clip]

    public struct Clip: Codable, Hashable, Sendable {
        public let clip: String
        /// Of everything published.
        public let bytes: Change<Int>
        /// Seconds of all cores.
        public let cpuSeconds: Change<Double>
        /// Those of the first evaluation in its order, then those that only the second has.
        public let rungs: [Rung]
        /// Errors of either evaluation: what could not be compared, and why.
        public let errors: [String]
    }

    public struct Rung: Codable, Hashable, Sendable {
        public let name: String
        /// `nil` on one side: the rung is not made there.
        public let bytes: Change<Int>
        /// Decibels of SSIM.
        public let ssim: Change<Double>
        /// `nil` also where this build has no libvmaf.
        public let vmaf: Change<Double>
    }

    /// A value before and after; `nil` where there is none.
    public struct Change<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        public let before: Value?
        public let after: Value?
    }

    public init(_ before: EvaluatedPreset, _ after: EvaluatedPreset) {
        (self.before, self.after) = (before.file, after.file)
        let names = Self.union(before.clips.map(\.clip), after.clips.map(\.clip))
        let unreported = (before.findings + after.findings).filter { $0.severity == .error }
        clips = names.map { name in
            let old = before.clips.first { $0.clip == name }
            let new = after.clips.first { $0.clip == name }
            let errors = [old, new].compactMap(\.self).flatMap(\.findings)
                .filter { $0.severity == .error }
            return Clip(
                clip: name, bytes: Change(before: old?.bytes, after: new?.bytes),
                cpuSeconds: Change(before: old?.cpuSeconds, after: new?.cpuSeconds),
                rungs: Self.rungs(old?.rungs ?? [], new?.rungs ?? []),
                errors: Self.union(errors.map(\.text), unreported.map(\.text)))
        }
    }

    /// The rungs whose bytes or quality are other than before, or that were added or dropped.
    public var changedRungs: Int {
        clips.reduce(0) { sum, clip in
            sum
                + clip.rungs.count {
                    $0.bytes.before != $0.bytes.after || $0.ssim.before != $0.ssim.after
                }
        }
    }

    private static func rungs(_ before: [EvaluatedRung], _ after: [EvaluatedRung]) -> [Rung] {
        union(before.map(\.name), after.map(\.name)).map { name in
            let old = before.first { $0.name == name }
            let new = after.first { $0.name == name }
            return Rung(
                name: name, bytes: Change(before: old?.bytes, after: new?.bytes),
                ssim: Change(before: old?.ssimDecibels, after: new?.ssimDecibels),
                vmaf: Change(before: old?.vmaf, after: new?.vmaf))
        }
    }

    private static func union(_ first: [String], _ second: [String]) -> [String] {
        first + second.filter { !first.contains($0) }
    }
}
