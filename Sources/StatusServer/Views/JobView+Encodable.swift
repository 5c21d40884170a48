extension JobView: Encodable {
    private enum Key: String, CodingKey {
        case id, status, progress, eta, urls, error, tenant, priority, upload, output, name, preset
        case cancelling, warnings, created, due, started, finished
    }

    /// Every field is there, as `null` where nothing can be said: a client need not know which may be missing.
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
        try container.encode(cancelling, forKey: .cancelling)
        try container.encode(warnings, forKey: .warnings)
        try container.encode(created, forKey: .created)
        try container.encode(due, forKey: .due)
        try container.encode(started, forKey: .started)
        try container.encode(finished, forKey: .finished)
    }
}
