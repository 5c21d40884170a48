/// Access keys in the environment.
struct EnvironmentCredentials: CredentialsProvider {
    static let source = "environment"

    let environment: ProcessVariables

    func find() throws(CredentialsError) -> ProvidedCredentials {
        let (key, secret) = (environment["AWS_ACCESS_KEY_ID"], environment["AWS_SECRET_ACCESS_KEY"])
        switch (key, secret) {
        case (let key?, let secret?):
            return .found(
                Credentials(
                    accessKey: key, secretKey: secret,
                    sessionToken: environment["AWS_SESSION_TOKEN"]))
        case (nil, nil): return .absent(Self.source, "AWS_ACCESS_KEY_ID is not set")
        case (_?, nil):
            throw CredentialsError(
                Self.source, "AWS_ACCESS_KEY_ID is set, and AWS_SECRET_ACCESS_KEY is not")
        case (nil, _?):
            throw CredentialsError(
                Self.source, "AWS_SECRET_ACCESS_KEY is set, and AWS_ACCESS_KEY_ID is not")
        }
    }
}
