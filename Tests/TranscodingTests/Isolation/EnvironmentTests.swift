import CPlatform
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct EnvironmentTests {
    /// Neither what the process was started with nor what was set since.
    @Test func whatIsForgottenIsInheritedByNobody() async {
        await #expect(processExitsWith: .success) {
            for (name, value) in [
                ("PGPASSWORD", "hush"), ("VTRANSCODE_HTTP_TOKEN", "hush"), ("LANG", "C"),
            ] {
                setenv(name, value, 1)
            }
            let secret = try #require(getenv("PGPASSWORD"))
            vt_forget_environment()
            #expect(getenv("PGPASSWORD") == nil && getenv("LANG") != nil)
            #expect(strlen(secret) == 0)
            let programs = "env | grep -q ^LANG=C$ && ! env | grep -qE 'hush|TOKEN|PASSWORD'"
            #expect(system(programs) == 0)
        }
    }
}
