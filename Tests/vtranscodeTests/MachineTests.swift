import Testing

@testable import vtranscode

@Suite struct MachineTests {
    private static func group(_ files: [String: String]) -> ControlGroup {
        ControlGroup { files[$0] }
    }

    /// cgroups(7): a group is limited by those around it, too.
    @Test func theTightestGroupCounts() {
        let group = Self.group([
            "/proc/self/cgroup": "0::/outer/inner\n",
            "/sys/fs/cgroup/outer/inner/memory.max": "max\n",
            "/sys/fs/cgroup/outer/memory.max": "2147483648\n",
            "/sys/fs/cgroup/memory.max": "4294967296\n",
            "/sys/fs/cgroup/outer/inner/cpu.max": "150000 100000\n",
            "/sys/fs/cgroup/outer/cpu.max": "max 100000\n",
        ])
        #expect(group.memory == 2 << 30)
        #expect(group.cores == 2)
    }

    @Test func aContainerSeesItsOwnGroupAsTheRoot() {
        let group = Self.group([
            "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "1073741824",
        ])
        #expect(group.memory == 1 << 30)
        #expect(group.cores == nil)
    }

    @Test func versionOneSaysNoneWithAHugeNumber() {
        let path = "/sys/fs/cgroup/memory/memory.limit_in_bytes"
        #expect(Self.group([path: "9223372036854771712\n"]).memory == nil)
        #expect(Self.group([path: "536870912\n"]).memory == 512 << 20)
    }

    @Test(arguments: ["", "garbage", "0::", "1:name=systemd:/x", "0::/a"])
    func withoutLimitsThereAreNone(text: String) {
        let group = Self.group(["/proc/self/cgroup": text, "/sys/fs/cgroup/a/cpu.max": "0 0"])
        #expect(group == Self.group([:]))
    }

    @Test func jobsMayTakeSixTenths() {
        #expect(Machine(cores: 2, memory: 10 << 30).memoryBudget == 6 << 30)
        #expect(Machine.current.cores >= 1)
        #expect(Machine.current.memoryBudget > 0)
    }
}
