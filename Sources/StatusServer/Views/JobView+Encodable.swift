extension JobView: Encodable {
    private enum Key: String, CodingKey {
        case id, status, progress, eta, urls, error, tenant, priority, upload, output, name, preset,
            captions
        case cancelRequested, warnings, created, due, started, finished
    }

    /// Encodes all fields, those without a value as `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(status, forKey: .status)
        try container.encode(progress, forKey: .progress)
        try container.encode(eta, forKey: .eta)
        try container.encode(urls, forKey: .urls)
        try container.encode(error, forKey: .error)
        try container.encode(tenant, forKey: .tenant)
        try container.encode(priority, forKey: .priority)
        try container.encode(upload, forKey: .upload)
        try container.encode(output, forKey: .output)
        try container.encode(name, forKey: .name)
        try container.encode(preset, forKey: .preset)
        try container.encode(captions, forKey: .captions)
        try container.encode(cancelRequested, forKey: .cancelRequested)
        try container.encode(warnings, forKey: .warnings)
        try container.encode(created, forKey: .created)
        try container.encode(due, forKey: .due)
        try container.encode(started, forKey: .started)
        try container.encode(finished, forKey: .finished)
    }
}
