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
                // The process itself can still read its own files.
                for path in ["/proc/self/statm", "/proc/self/cgroup", "/proc/self/exe"] {
                    #expect(FileManager.default.isReadableFile(atPath: path))
                }
            }
        }
    #endif

    /// Neither variables of the start nor later ones are left.
    @Test func erasedEnvironmentIsNotInherited() async {
        await #expect(processExitsWith: .success) {
            for (name, value) in [("PGPASSWORD", "hush"), ("VTRANSCODE_HTTP_TOKEN", "hush")] {
                setenv(name, value, 1)
            }
            let secret = try #require(getenv("PGPASSWORD"))
            vt_erase_environment()
            #expect(getenv("PGPASSWORD") == nil && getenv("PATH") == nil)
            #expect(strlen(secret) == 0)
            #expect(system("! env | grep -qE 'hush|TOKEN|PASSWORD'") == 0)
        }
    }
}
