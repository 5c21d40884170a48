import Foundation
import Storage
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Worker

@Suite struct OutputSpaceMonitorTests {
    @Test func shortageNamesTheFolder() async throws {
        let folder = try TemporaryFolder("outputs").url.filePath
        let outputs = OutputSpaceMonitor(minimum: .max, retention: .seconds(3600))
        #expect(await outputs.shortage() == nil)
        #expect(await outputs.shortage(of: Location(folder))?.contains(folder.string) == true)
        #expect(await outputs.shortage() != nil)
    }

    @Test func shortageIsForgottenAfterRetention() async throws {
        let folder = try TemporaryFolder("outputs").url.filePath
        let outputs = OutputSpaceMonitor(minimum: .max, retention: .zero)
        #expect(await outputs.shortage(of: Location(folder)) != nil)
        #expect(await outputs.shortage() == nil)
    }

    /// Equal texts are logged once.
    @Test func shortageTextIsConstant() async {
        let free = Mutex<Int64>(9_000_000)
        let outputs = OutputSpaceMonitor(minimum: 10_000_000) { _ in
            free.withLock { free in
                free -= 1_000_000
                return free
            }
        }
        let first = await outputs.shortage(of: Location("/out"))
        #expect(first?.contains("10 MB") == true)
        #expect(await outputs.shortage(of: Location("/out")) == first)
    }

    /// A blocked measurement does not delay tasks for other folders.
    @Test(.timeLimit(.minutes(1))) func blockedMeasurementIsAwaitedOnce() async throws {
        let response = DispatchSemaphore(value: 0)
        let measurements = Mutex(0)
        let outputs = OutputSpaceMonitor(
            minimum: .max, retention: .seconds(3600), timeout: .seconds(3)
        ) { output in
            guard output == "/gone" else { return 0 }
            measurements.withLock { $0 += 1 }
            response.wait()
            return 0
        }
        #expect(await outputs.shortage(of: Location("/full")) != nil)
        for _ in 0..<3 {
            #expect(await outputs.shortage(of: Location("/gone")) == nil)
            #expect(await outputs.shortage() == nil)
        }
        #expect(measurements.withLock(\.self) == 1)
        #expect(await outputs.shortage(of: Location("/full")) != nil)
        // Later measurements are used again.
        response.signal()
        response.signal()
        try await eventually { await outputs.shortage(of: Location("/gone")) != nil }
    }

    #if os(Linux)
        /// /proc has no free space.
        @Test func fullDiskDoesNotDelayOtherFolders() async throws {
            let folder = try TemporaryFolder("outputs")
            let outputs = OutputSpaceMonitor(minimum: 1, retention: .seconds(3600))
            #expect(await outputs.shortage(of: Location("/proc")) != nil)
            #expect(await outputs.shortage() != nil)
            #expect(await outputs.shortage(of: Location(folder.url.filePath)) == nil)
            #expect(await outputs.shortage() == nil)
        }
    #endif
}
