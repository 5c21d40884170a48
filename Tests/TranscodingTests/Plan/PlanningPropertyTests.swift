import Foundation
import HLS
import MediaUnits
import Presets
import TestSupport
import Testing

@testable import MediaModel
@testable import Planning

/// Random media info, most of it hostile, and random presets: from validation to playlists.
///
/// A trap ends the test process, which fails the run. `VT_PROPERTY_SEED` repeats a run whose seed was printed,
/// `VT_PROPERTY_CASES` sets the number of cases.
@Suite struct PlanningPropertyTests {
    private static let seed: UInt64 = {
        let chosen = ProcessInfo.processInfo.environment["VT_PROPERTY_SEED"].flatMap { UInt64($0) }
        let seed = chosen ?? UInt64.random(in: 0...999_999)
        print("PlanningPropertyTests: VT_PROPERTY_SEED=\(seed)")
        return seed
    }()

    private static let caseCount =
        ProcessInfo.processInfo.environment["VT_PROPERTY_CASES"].flatMap { Int($0) } ?? 10_000

    private static let shares = 0..<20

    private static let shipped: Result<[Preset], any Error> = Result {
        try Preset.shipped.map { try Preset.load($0) }
    }

    @Test(
        "any media info gives a consistent package, or a refusal with its code", arguments: shares)
    func anyMediaInfo(share: Int) throws {
        let presets = try Self.shipped.get()
        var planned = 0
        var refused: [UploadError.Code: Int] = [:]
        for number in stride(from: share, to: Self.caseCount, by: Self.shares.count) {
            let random = SplitMix(state: Self.seed &* 1_000_003 &+ UInt64(number))
            var info = RandomMediaInfo(random: random)
            var choice = RandomPreset(random: SplitMix(state: ~random.state))
            let probed = try info.make()
            let isRandom = choice.random.once(in: 2)
            let preset =
                isRandom ? choice.make() : choice.limited(choice.random.one(of: presets))
            let trim = choice.trim()
            let limits = preset.limits
            do {
                try probed.validate(
                    byteCount: probed.info.byteCount, sha256: probed.info.sha256,
                    identity: probed.identity, limits: limits)
                let plan = try Planner(probed, preset: preset, trim: trim).plan()
                try plan.validate(probed, preset)
                var package = PackageProperties(plan, probed.info, random: choice.random)
                try package.check()
                planned += 1
            } catch let refusal as PlanningError {
                refused[refusal.code, default: 0] += 1
                #expect(refusal.code != .internalError, "case \(number) of seed \(Self.seed)")
            } catch {
                Issue.record("case \(number) of seed \(Self.seed): \(error)")
            }
        }
        // Otherwise the cases would be poor.
        let count = planned + refused.values.reduce(0, +)
        #expect(count < 400 || planned > count / 4 && refused.count > 3, "\(refused)")
    }
}
