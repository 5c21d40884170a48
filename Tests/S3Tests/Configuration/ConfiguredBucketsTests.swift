import Testing

@testable import S3

/// Settings of buckets, completed from the standard chain.
@Suite struct ConfiguredBucketsTests {
    private static let config = """
        [default]
        region = chain-1
        endpoint_url = https://chain.example
        s3 =
          addressing_style = virtual
        [profile tenant]
        region = tenant-1
        aws_access_key_id = TENANT
        aws_secret_access_key = s
        """

    private func buckets(_ file: String, _ chain: TestChain) throws -> ConfiguredBuckets {
        ConfiguredBuckets(try BucketSettingsFile(file, file: "b"), over: chain.standard)
    }

    @Test func chainCompletesSettings() throws {
        let chain = try TestChain(config: Self.config)
        let buckets = try buckets("[s3://own]\nacl = private", chain)
        let settings = try buckets.access(to: "own", key: "k").settings
        #expect(settings.endpoint?.description == "https://chain.example")
        #expect(settings.region == "chain-1")
        #expect(settings.addressing == .virtualHosted)
        #expect(settings.acl == "private")
        // Credentials are requested at their first use.
        #expect(chain.services.requests.isEmpty)
    }

    @Test func fileAndItsProfilePrevail() throws {
        let file = """
            [s3://own]
            profile = tenant
            endpoint = http://127.0.0.1:9000
            addressing = path
            conditional-writes = false
            """
        let chain = try TestChain(["AWS_REGION": "variable-1"], config: Self.config)
        let access = try buckets(file, chain).access(to: "own", key: "k")
        #expect(access.settings.endpoint?.description == "http://127.0.0.1:9000")
        #expect(access.settings.region == "tenant-1")
        #expect(access.settings.addressing == .path)
        #expect(!access.settings.sendsConditions)
        #expect(try access.credentials.credentials().accessKey == "TENANT")
    }

    @Test func bucketsOfOneIdentityShareASource() throws {
        let buckets = try buckets(
            "[s3://a]\nrole = arn:r\n[s3://b]\nrole = arn:r\n[s3://c]\nprofile = tenant",
            TestChain())
        let sources = try ["a", "b", "c", "d", "e"].map {
            try buckets.access(to: $0, key: "").credentials
        }
        #expect(sources[0] === sources[1])
        #expect(sources[3] === sources[4])
        #expect(Set(sources.map(ObjectIdentifier.init)).count == 3)
    }

    @Test func endpointOfTheChainIsChecked() throws {
        let buckets = try buckets(
            "", TestChain(["AWS_ENDPOINT_URL_S3": "https://user:hidden@host"]))
        let error = try #require(throws: S3Error.self) { try buckets.access(to: "b", key: "") }
        #expect(error.code == .endpoint)
        #expect(!error.description.contains("hidden"))
    }
}
