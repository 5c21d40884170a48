import CSandbox
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct EnvironmentTests {
    #if os(Linux)
        @Test func processForbidsInspection() async {
            await #expect(processExitsWith: .success) {
                #expect(vt_is_inspectable())
                vt_forbid_inspection()
                #expect(!vt_is_inspectable())
                // What it looks at itself, it still can.
                for path in ["/proc/self/statm", "/proc/self/cgroup", "/proc/self/exe"] {
                    #expect(FileManager.default.isReadableFile(atPath: path))
                }
            }
        }
    #endif

    /// Neither what the process was started with nor what was set since.
    @Test func forgottenEnvironmentIsNotInherited() async {
        await #expect(processExitsWith: .success) {
            for (name, value) in [("PGPASSWORD", "hush"), ("VTRANSCODE_HTTP_TOKEN", "hush")] {
                setenv(name, value, 1)
            }
            let secret = try #require(getenv("PGPASSWORD"))
            vt_forget_environment()
            #expect(getenv("PGPASSWORD") == nil && getenv("PATH") == nil)
            #expect(strlen(secret) == 0)
            #expect(system("! env | grep -qE 'hush|TOKEN|PASSWORD'") == 0)
        }
    }
}
