#if os(Linux)
    import TestSupport
    import Testing

    /// The linker's hardening of the program.
    @Suite struct HardeningTests {
        private func readelf(_ option: String) async throws -> String {
            try await Command("readelf", ["--wide", option, try VTranscode.binary.get()])
                .succeed().text
        }

        /// Full RELRO: all symbols are bound at the start, and their table is read-only.
        @Test func programHasFullRELRO() async throws {
            #expect(try await readelf("--program-headers").contains("GNU_RELRO"))
            let dynamic = try await readelf("--dynamic")
            #expect(dynamic.contains("BIND_NOW") || dynamic.contains(/\(FLAGS_1\).*\bNOW\b/))
        }

        @Test func programIsPositionIndependent() async throws {
            #expect(try await readelf("--file-header").contains(/Type: +DYN/))
        }

        @Test func stackIsNotExecutable() async throws {
            let stack = try await readelf("--program-headers").split(separator: "\n")
                .first { $0.contains("GNU_STACK") }
            #expect(stack?.contains(#/ RW +0/#) == true)
        }
    }
#endif
