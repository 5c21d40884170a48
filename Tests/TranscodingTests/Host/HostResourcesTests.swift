import Testing

@testable import Transcoding

@Suite struct HostResourcesTests {
    private static func limits(_ files: [String: String]) -> ContainerLimits {
        ContainerLimits { files[$0] }
    }

    /// cgroups(7): the limits of all ancestors apply.
    @Test func tightestLimitApplies() {
        let limits = Self.limits([
            "/proc/self/cgroup": "0::/outer/inner\n",
            "/sys/fs/cgroup/outer/inner/memory.max": "max\n",
            "/sys/fs/cgroup/outer/memory.max": "2147483648\n",
            "/sys/fs/cgroup/memory.max": "4294967296\n",
            "/sys/fs/cgroup/outer/inner/cpu.max": "150000 100000\n",
            "/sys/fs/cgroup/outer/cpu.max": "max 100000\n",
        ])
        #expect(limits.memory == 2 << 30)
        #expect(limits.cores == 2)
    }

    @Test func rootGroupOfAContainerIsRead() {
        let limits = Self.limits([
            "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "1073741824",
        ])
        #expect(limits.memory == 1 << 30)
        #expect(limits.cores == nil)
    }

    @Test func hugeNumberOfVersionOneIsNoLimit() {
        let path = "/sys/fs/cgroup/memory/memory.limit_in_bytes"
        #expect(Self.limits([path: "9223372036854771712\n"]).memory == nil)
        #expect(Self.limits([path: "536870912\n"]).memory == 512 << 20)
    }

    @Test(arguments: ["", "garbage", "0::", "1:name=systemd:/x", "0::/a"])
    func missingFilesAreNoLimits(text: String) {
        let limits = Self.limits(["/proc/self/cgroup": text, "/sys/fs/cgroup/a/cpu.max": "0 0"])
        #expect(limits == Self.limits([:]))
    }

    @Test func memoryBudgetIsSixTenths() {
        #expect(HostResources(cores: 2, memory: 10 << 30).memoryBudget == 6 << 30)
        #expect(HostResources.current.cores >= 1)
        #expect(HostResources.current.memoryBudget > 0)
    }
}
