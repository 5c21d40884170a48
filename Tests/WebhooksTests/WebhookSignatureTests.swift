import Testing

@testable import Webhooks

@Suite struct WebhookSignatureTests {
    /// The output of `printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac key`.
    @Test func signsTimeAndBody() {
        let value = WebhookSignature(secret: "key").value(#"{"a":1}"#, at: 1_700_000_000)
        #expect(
            value
                == "t=1700000000,v1=a438e398bfafc57e4396bb7fc2304422f0f768e965d073ca313cb52e22e6ad03"
        )
    }
}
