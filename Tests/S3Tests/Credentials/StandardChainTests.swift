import Errors
import Foundation
import Testing

@testable import S3

/// Region, endpoint and addressing of the environment and of profiles.
@Suite struct StandardChainTests {
    private static let config = """
        [default]
        region = default-1
        endpoint_url = https://all.example
        [profile tenant]
        region = tenant-1
        services = local
        s3 =
          addressing_style = virtual
        [services local]
        s3 =
          endpoint_url = https://s3.example
        sts =
          endpoint_url = https://sts.example
        """

    @Test(
        arguments: [
            ([:], nil, "default-1"), (["AWS_DEFAULT_REGION": "d"], nil, "d"),
            (["AWS_DEFAULT_REGION": "d", "AWS_REGION": "r"], nil, "r"),
            (["AWS_REGION": "r"], "tenant", "tenant-1"),
            (["AWS_PROFILE": "tenant"], nil, "tenant-1"),
            (["AWS_REGION": "r"], "absent", "r"),
        ] as [([String: String], String?, String)])
    func region(variables: [String: String], profile: String?, expected: String) throws {
        let chain = try TestChain(variables, config: Self.config)
        #expect(try chain.standard.region(profile: profile) == expected)
    }

    @Test(
        arguments: [
            ([:], nil, "https://all.example"),
            (["AWS_ENDPOINT_URL": "http://e"], nil, "http://e"),
            (["AWS_ENDPOINT_URL": "http://e", "AWS_ENDPOINT_URL_S3": "http://s"], nil, "http://s"),
            (["AWS_ENDPOINT_URL": "http://e"], "tenant", "https://s3.example"),
            (
                ["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true", "AWS_ENDPOINT_URL": "e"], "tenant",
                nil
            ),
        ] as [([String: String], String?, String?)])
    func endpoint(variables: [String: String], profile: String?, expected: String?) throws {
        let chain = try TestChain(variables, config: Self.config)
        #expect(try chain.standard.endpoint(profile: profile) == expected)
    }

    @Test func addressingStyle() throws {
        let chain = try TestChain(config: Self.config)
        #expect(try chain.standard.addressingStyle(profile: "tenant") == "virtual")
        #expect(try chain.standard.addressingStyle() == nil)
    }

    @Test(arguments: [
        (["AWS_ENDPOINT_URL_STS": "http://sts/"], "http://sts/"),
        (["AWS_ENDPOINT_URL": "http://all"], "http://all/"),
        (["AWS_REGION": "eu-west-1"], "https://sts.eu-west-1.amazonaws.com/"),
        (["AWS_REGION": "cn-north-1"], "https://sts.cn-north-1.amazonaws.com.cn/"),
        ([:], "https://sts.amazonaws.com/"),
    ])
    func tokenServiceURL(variables: [String: String], url: String) throws {
        let keys = ["AWS_ACCESS_KEY_ID": "BASE", "AWS_SECRET_ACCESS_KEY": "s"]
        let chain = try TestChain(
            variables.merging(keys) { $1 },
            services: ["POST \(url)": [.body(ServiceText.xml("ROLE"))]])
        #expect(try chain.credentials(role: "arn:r").accessKey == "ROLE")
    }

    @Test(arguments: ["AWS_REGION", "AWS_ENDPOINT_URL_STS"])
    func hostOfTheTokenServiceIsChecked(variable: String) throws {
        let chain = try TestChain([
            "AWS_ACCESS_KEY_ID": "BASE", "AWS_SECRET_ACCESS_KEY": "s",
            variable: "attacker.example/hidden?",
        ])
        let error = try #require(throws: S3Error.self) {
            try chain.credentials(role: "arn:r")
        }
        #expect(chain.services.requests.isEmpty)
        #expect(!error.description.contains("hidden"))
    }
}
