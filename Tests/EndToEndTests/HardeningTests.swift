#if os(Linux)
    import TestSupport
    import Testing

    /// What the linker makes of the program.
    @Suite struct HardeningTests {
        private func readelf(_ option: String) async throws -> String {
            try await Command("readelf", ["--wide", option, try VTranscode.binary.get()])
                .succeed().text
        }

        /// Full RELRO: everything that the dynamic linker writes is bound at once and read-only then.
        @Test func theProgramHasFullRELRO() async throws {
            #expect(try await readelf("--program-headers").contains("GNU_RELRO"))
            let dynamic = try await readelf("--dynamic")
            #expect(dynamic.contains("BIND_NOW") || dynamic.contains(/\(FLAGS_1\).*\bNOW\b/))
        }

        @Test func theProgramHasNoFixedAddress() async throws {
            #expect(try await readelf("--file-header").contains(/Type: +DYN/))
        }

        @Test func theStackIsNotExecutable() async throws {
            let stack = try await readelf("--program-headers").split(separator: "\n")
                .first { $0.contains("GNU_STACK") }
            #expect(stack?.contains(#/ RW +0/#) == true)
        }
    }
#endif
