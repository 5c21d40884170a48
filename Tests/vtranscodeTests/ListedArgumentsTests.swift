import Testing

@testable import vtranscode

@Suite struct ListedArgumentsTests {
    @Test(arguments: [
        ("https://host/a.mp4?sig=1", "https://host/a.mp4?xxxxx"),
        ("https://host/a.mp4#t", "https://host/a.mp4#x"),
        ("--webhook=https://u:p@host/x?y", "--webhook=https://xxx@host/x?x"),
        ("postgresql://vt:pw@db/queue", "postgresql://xxxxx@db/queue"),
        ("https://host?a@b", "https://host?xxx"), ("https://host/a@b", "https://host/a@b"),
        ("s3://bucket/a?b#c@d", "s3://bucket/a?b#c@d"),
        ("s3://b/a=https://u:p@cdn/v", "s3://b/a=https://xxx@cdn/v"), ("clip?.mp4", "clip?.mp4"),
        ("https://host/?", "https://host/?"), ("://", "://"), ("", ""),
    ])
    func secretsAreOverwritten(_ argument: String, _ expected: String) {
        var bytes = Array(argument.utf8)
        for range in ListedArguments.secrets(in: bytes) {
            for index in range { bytes[index] = UInt8(ascii: "x") }
        }
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
}
