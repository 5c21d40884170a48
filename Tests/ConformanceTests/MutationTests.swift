import Foundation
import TestSupport
import Testing

@testable import Conformance

@Suite struct MutationTests {
    /// A trap or an endless loop ends the test run; `VT_PROPERTY_SEED` repeats it, `VT_MUTATIONS` is the number of packages of each kind.
    @Test(arguments: DefectivePackage.Kind.allCases)
    func mutatedPackagesEndWithAReport(_ kind: DefectivePackage.Kind) async throws {
        let package = try await DefectivePackage(kind)
        let variables = ProcessInfo.processInfo.environment
        let seed =
            variables["VT_PROPERTY_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 0...UInt64.max)
        print("VT_PROPERTY_SEED=\(seed)")
        var random = SplitMix(state: seed)
        let files = try FileManager.default.contentsOfDirectory(atPath: package.path).sorted()
        let before = try package.findings()
        for round in 0..<(variables["VT_MUTATIONS"].flatMap { Int($0) } ?? 300) {
            let name = files[Int(random.next() % UInt64(files.count))]
            let original = try package.bytes(of: name)
            try package.write(Self.mutated(original, &random), to: name)
            let clock = ContinuousClock()
            let start = clock.now
            let findings = try package.findings()
            #expect(findings.count <= FindingList.limit)
            #expect(clock.now - start < .seconds(10), "round \(round) of \(kind)")
            try package.write(original, to: name)
        }
        #expect(try package.findings() == before)
    }

    private static func mutated(_ original: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var bytes = original
        // The boxes of a segment, and the tables of another one, are in its first bytes.
        let limit = random.next() % 2 == 0 ? min(bytes.count, 800) : bytes.count
        func position(_ random: inout SplitMix) -> Int { Int(random.next() % UInt64(limit)) }
        switch random.next() % 8 {
        case 0: bytes.removeLast(position(&random))
        case 1:
            let start = position(&random)
            bytes.removeSubrange(start..<min(start + position(&random), bytes.count))
        case 2:
            let start = position(&random)
            let end = min(start + position(&random), bytes.count)
            bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 3:
            // The limits of integers.
            let value: UInt8 = random.next() % 2 == 0 ? 0xFF : 0
            let start = position(&random)
            for index in start..<min(start + 4, bytes.count) { bytes[index] = value }
        default:
            for _ in 0...(random.next() % 8) {
                bytes[position(&random)] = UInt8(truncatingIfNeeded: random.next())
            }
        }
        return bytes
    }
}
