import Foundation
import TestSupport
import Testing

@testable import vtranscode

@Suite struct SecretTests {
    /// Line breaks are not part of a secret.
    @Test(arguments: [
        ("s3cret", "s3cret"), ("s3cret\n", "s3cret"), ("s3cret\r\n", "s3cret"),
        ("a b\nsecond", "a b"), ("\ns3cret", "s3cret"),
    ])
    func secretIsTheFirstLine(_ text: String, _ secret: String) throws {
        let folder = try TemporaryFolder("secret")
        try Data(text.utf8).write(to: folder.file("secret"))
        let path = folder.file("secret").path(percentEncoded: false)
        #expect(try Secret.read(file: path, variable: "V", environment: [:]) == secret)
        #expect(try Secret.read(file: nil, variable: "V", environment: ["V": text]) == secret)
        #expect(try Secret.read(file: path, variable: "V", environment: ["V": "other"]) == secret)
    }

    @Test(arguments: [[:], ["V": ""], ["V": "\n"], ["W": "s3cret"]])
    func secretIsOptional(_ environment: [String: String]) throws {
        #expect(try Secret.read(file: nil, variable: "V", environment: environment) == nil)
    }
}
