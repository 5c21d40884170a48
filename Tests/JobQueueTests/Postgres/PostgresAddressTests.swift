import Testing

@testable import JobQueue

@Suite struct PostgresAddressTests {
    @Test(arguments: [
        ("postgresql://u:p%40w@db.example:6432/q", "postgresql://u@db.example:6432/q"),
        ("postgres://u:pw@a,b:5433/q?sslmode=require", "postgresql://u@a,b:,5433/q"),
        ("postgresql:///q?host=/run/postgresql&password=pw", "postgresql:///run/postgresql/q"),
        ("postgresql://h/q?schema=blue&user=x", "postgresql://x@h/q?schema=blue"),
    ])
    func nameOmitsPassword(url: String, name: String) throws {
        #expect(try PostgresAddress(url).name == name)
    }

    @Test func parametersOfTheURLOverrideDefaults() throws {
        let address = try PostgresAddress(
            "postgresql://h/q?connect_timeout=1&target_session_attrs=any&schema=s1&sslmode=require")
        #expect(address.schema == "s1")
        #expect(address.parameters["connect_timeout"] == "1")
        #expect(address.parameters["target_session_attrs"] == "any")
        #expect(address.parameters["sslmode"] == "require")
        #expect(address.parameters["application_name"] == "vtranscode")
        #expect(address.parameters["schema"] == nil)
    }

    @Test(arguments: [
        ("a:1,b:2", ["a 1", "b 2"]), ("a,b:2", ["a -", "b 2"]), ("a", ["a -"]),
        ("a,b", ["a -", "b -"]),
    ])
    func eachHostHasItsOwnParameters(hosts: String, each: [String]) throws {
        let address = try PostgresAddress("postgresql://\(hosts)/q")
        #expect(address.hosts.map { "\($0["host"] ?? "-") \($0["port"] ?? "-")" } == each)
    }

    @Test(arguments: [
        "postgresql://u:secret@[h/q", "postgresql://u:sec%zzret@h/q",
        "postgresql://u:secret@h/q?nonsense=1", "postgresql://u:secret@h/q?schema=A;b",
        "postgresql://u:secret@h/q?schema=",
    ])
    func errorsOmitThePassword(url: String) throws {
        let error = try #require(throws: QueueError.self) { try PostgresAddress(url) }
        #expect(error.code == .badURL)
        #expect(!error.description.contains("sec"))
    }
}
