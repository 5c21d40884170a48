/// The comparison of two evaluations on the same clips.
public struct EvaluationDifference: Codable, Hashable, Sendable {
    /// The path or the name of the first preset.
    public let before: String
    /// The path or the name of the second preset.
    public let after: String
    /// The comparisons of the clips.
    public let clips: [Clip]
    /// The errors of both presets that are of no single clip, each with its preset.
    public let errors: [String]
    /// Whether the second preset has errors: a change is not judged by those of the preset before it.
    public let afterHasFailed: Bool

    /// The comparison of one clip.
    public struct Clip: Codable, Hashable, Sendable {
        public let clip: String
        /// The size of all published files but the manifest, in bytes.
        public let bytes: Change<Int>
        /// The CPU time, in seconds of all cores together.
        public let cpuSeconds: Change<Double>
        /// The rungs of the first evaluation, then those that only the second one has.
        public let rungs: [Rung]
        /// The errors of both evaluations, each with its preset.
        public let errors: [String]
    }

    /// The comparison of one rung.
    public struct Rung: Codable, Hashable, Sendable {
        public let name: String
        /// The size in bytes; `nil` on the side without the rung.
        public let bytes: Change<Int>
        /// The mean SSIM.
        public let ssim: Change<Double>
        /// The VMAF; `nil` also if this build has no libvmaf.
        public let vmaf: Change<Double>
        /// The XPSNR of luma in decibels.
        public let xpsnr: Change<Double>
    }

    /// A value before and after; `nil` on a side without a value.
    public struct Change<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        public let before: Value?
        public let after: Value?
    }

    public init(_ before: EvaluatedPreset, _ after: EvaluatedPreset) {
        (self.before, self.after) = (before.file, after.file)
        let names = Self.union(before.clips.map(\.clip), after.clips.map(\.clip))
        errors = Self.union(
            Self.errors(before.findings, of: before), Self.errors(after.findings, of: after))
        afterHasFailed = after.hasFailed
        clips = names.map { name in
            let old = before.clips.first { $0.clip == name }
            let new = after.clips.first { $0.clip == name }
            return Clip(
                clip: name, bytes: Self.change(old, new, \.bytes),
                cpuSeconds: Self.change(old, new, \.cpuSeconds),
                rungs: Self.rungs(old?.rungs ?? [], new?.rungs ?? []),
                errors: Self.union(
                    Self.errors(old?.findings ?? [], of: before),
                    Self.errors(new?.findings ?? [], of: after)))
        }
    }

    private static func errors(
        _ findings: [EvaluationFinding], of preset: EvaluatedPreset
    ) -> [String] {
        findings.filter { $0.severity == .error }.map { "\(preset.file): \($0.text)" }
    }

    /// Returns the values of both sides; `nil` for a clip that was not encoded.
    private static func change<Value>(
        _ before: EvaluatedClip?, _ after: EvaluatedClip?, _ value: KeyPath<EvaluatedClip, Value>
    ) -> Change<Value> {
        func encoded(_ clip: EvaluatedClip?) -> Value? {
            clip.flatMap { $0.bytes > 0 ? $0[keyPath: value] : nil }
        }
        return Change(before: encoded(before), after: encoded(after))
    }

    /// The number of rungs with a different size or quality, or that only one evaluation has.
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
                ssim: Change(before: old?.ssim, after: new?.ssim),
                vmaf: Change(before: old?.vmaf, after: new?.vmaf),
                xpsnr: Change(before: old?.xpsnr, after: new?.xpsnr))
        }
    }

    private static func union(_ first: [String], _ second: [String]) -> [String] {
        first + second.filter { !first.contains($0) }
    }
}
