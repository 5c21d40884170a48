internal import Foundation
public import JobModel
public import JobQueue
internal import MediaModel
public import MediaUnits
internal import Presets
internal import Scheduling
public import Storage
internal import SystemPackage
internal import Transcoding

extension JobPayload {
    /// Creates the payload of a job; the package's name is converted to one that is safe in a URL.
    public init(
        upload: String, output: String, root: String? = nil, uploadRoot: String? = nil,
        packageName: String?, preset: PresetText, trim: TrimRangePayload = TrimRangePayload(),
        cuePoints: [CuePoint] = []
    ) {
        self.init(
            upload: upload, output: output, root: root,
            uploadRoot: uploadRoot == root ? nil : uploadRoot,
            name: packageName.map(UploadName.safe), preset: preset, trim: trim,
            cuePoints: cuePoints)
    }

    /// Returns the request for this job; without an idempotency key, it reads the upload's content.
    ///
    /// - Throws: `QueueError.badRequest` if the upload cannot be read, or the output folder cannot exist; `SecretKeyError` if its URL
    ///   has a query that no key encrypts; `CancellationError` soon after the task is cancelled.
    public func request(
        _ terms: SubmissionTerms, from storage: StorageRegistry = .local, keys: SecretKeys = .none
    ) async throws -> JobRequest {
        try await request(terms, from: storage, keys: keys, in: nil, preset: nil)
    }

    /// Returns the request for this job, whose idempotency key is made of the version of its upload, the preset and the output.
    ///
    /// - Throws: `QueueError.badRequest` as above, also if the upload's store has no versions and no ETags.
    func requestByVersion(
        _ terms: SubmissionTerms, from storage: StorageRegistry
    ) async throws -> JobRequest {
        try await request(
            terms, from: storage, keys: .none, in: nil, preset: nil, isKeyedByVersion: true)
    }

    /// Returns the request for this job; without an idempotency key, it reads the upload's content, in a slot.
    ///
    /// - Throws: `SubmissionLimitError` if the upload has more bytes than the parsed preset permits, before it is read, or if too
    ///   many others wait; otherwise as above.
    func request(
        _ terms: SubmissionTerms, from storage: StorageRegistry, keys: SecretKeys,
        in slots: HashingSlots?, preset: Preset?, isKeyedByVersion: Bool = false
    ) async throws -> JobRequest {
        let file = try Self.location(upload)
        let root = try (uploadRoot ?? root).map(Self.location)
        var (payload, key) = (try encryptingQuery(of: file, keys), terms.key)
        let size: Int
        (size, payload.contentIdentity) = try await payload.measured(
            file, below: root, storage, terms.tenant, slots)
        if let maxBytes = preset?.limits.bytes, size > maxBytes.bytes {
            throw SubmissionLimitError.tooManyBytes(size: ByteCount(size), limit: maxBytes)
        }
        let sidecars = try await Self.sidecars(beside: file, below: root, storage)
        payload.cuePoints = try await payload.cuePoints(with: sidecars)
        if isKeyedByVersion { key = try payload.versionKey }
        if key == nil {
            (payload, key) =
                if let slots {
                    try await slots.withSlot(tenant: terms.tenant, bytes: size) { [payload] in
                        try await payload.hashed(file, sidecars, below: root, storage, preset) {
                            slots.add(bytes: $0)
                        }
                    }
                } else {
                    try await payload.hashed(file, sidecars, below: root, storage, preset)
                }
        }
        return JobRequest(
            tenant: terms.tenant, key: key ?? "", priority: terms.priority,
            payload: try payload.json,
            tasks: [NewTask(kind: TaskKind.transcode.rawValue, cost: Self.cost(bytes: size))],
            delay: terms.delay, webhook: terms.webhook)
    }

    /// Returns the size of the upload, in bytes, and the identity of one that is not a file.
    ///
    /// Servers of uploads may take long to respond, so they are asked in a slot.
    private func measured(
        _ file: Location, below root: Location?, _ storage: StorageRegistry, _ tenant: String,
        _ slots: HashingSlots?
    ) async throws -> (size: Int, identity: String?) {
        let folder = try Self.location(output)
        guard file.path == nil else {
            return try await Self.files.run { _ in
                try Self.checkOutput(folder)
                return (try fileSize(), nil)
            }
        }
        let open: @Sendable () async throws -> (Int, String?) = {
            try await Self.files.run { _ in
                try Self.checkOutput(folder)
                let upload = try Self.open(file, below: root, in: storage)
                return (Int(upload.size), upload.contentIdentity)
            }
        }
        guard let slots else { return try await open() }
        return try await slots.withSlot(tenant: tenant, bytes: 0, open)
    }

    /// Returns this payload with the digests of its upload and captions, and the idempotency key that is made of the content.
    private func hashed(
        _ file: Location, _ sidecars: UploadSidecars, below root: Location?,
        _ storage: StorageRegistry, _ preset: Preset?,
        _ onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> (JobPayload, key: String) {
        var payload = self
        if contentIdentity == nil {
            payload.sha256 = try await digest(of: file, below: root, storage, onProgress)
        }
        let captions =
            try await payload.captions == nil && usesSidecars(preset)
            ? Self.reading(sidecars.captions) : []
        payload.captions = captions.map { SidecarPayload(file: $0.file, sha256: $0.sha256) }
        return (payload, payload.contentKey(with: captions.compactMap(\.identity)))
    }

    /// The threads of file operations: a file server may block them, which must not happen to the cooperative pool.
    private static let files = BlockingPool(label: "vtranscode.submission")

    /// Estimates the CPU time from the file's size, in seconds: phones record about 2 MB per second of video, which takes about
    /// two seconds to encode.
    private static func cost(bytes: Int) -> Double { 1 + Double(bytes) / 1_000_000 }

    private func fileSize() throws -> Int {
        let values = try? URL(fileURLWithPath: upload).resourceValues(forKeys: [
            .fileSizeKey, .isRegularFileKey,
        ])
        guard values?.isRegularFile == true, let size = values?.fileSize else {
            throw unreadable
        }
        return size
    }

    private static func open(
        _ upload: Location, below root: Location?, in storage: StorageRegistry
    ) throws -> any UploadFile {
        do {
            return try storage.uploadSource(of: upload, below: root).open(upload)
        } catch {
            throw QueueError(
                .badRequest, upload.description, error.reason, advice: error.advice, cause: error)
        }
    }

    /// The error that explains why the upload cannot be read.
    private var unreadable: QueueError {
        let (message, advice) =
            switch Result(catching: { try FileManager.default.attributesOfItem(atPath: upload) }) {
            case .success(let attributes): Self.condition(attributes[.type] as? FileAttributeType)
            case .failure(let error as CocoaError) where error.code == .fileReadNoPermission:
                ("its folder cannot be searched", "grant the permission")
            case .failure:
                ("there is no such file", "check the path; workers must see the same file there")
            }
        return QueueError(.badRequest, upload, message, advice: advice)
    }

    private static func condition(
        _ type: FileAttributeType?
    ) -> (message: String, advice: String) {
        switch type {
        case .typeRegular?:
            ("it cannot be read", "grant the permission to the submitter and the workers")
        case .typeDirectory?: ("it is a folder", "name the files in it, or watch the folder")
        case .typeSymbolicLink?: ("it is a link", "name its target")
        default: ("it is not a regular file", "copy it into one")
        }
    }

    /// Returns the location of a text.
    ///
    /// - Throws: `QueueError.badRequest` if it cannot be one.
    private static func location(_ text: String) throws -> Location {
        do throws(StorageError) {
            return try Location(checking: text)
        } catch {
            throw QueueError(
                .badRequest, error.location.description, error.reason, advice: "check the path",
                cause: error)
        }
    }

    /// Returns this payload with the query of the upload's URL encrypted, which may be a secret.
    private func encryptingQuery(
        of upload: Location, _ keys: SecretKeys
    ) throws(SecretKeyError) -> JobPayload {
        guard case .web(let url) = upload.kind, url.hasQuery else { return self }
        var payload = self
        payload.uploadQuery = try keys.encrypt(url.query, of: url.description)
        payload.upload = url.description
        return payload
    }

    private static func checkOutput(_ output: Location) throws {
        switch output.kind {
        case .file(let path): try checkOutput(path)
        case .object:
            do throws(StorageError) {
                try output.checkDotSegments()
            } catch {
                throw QueueError(
                    .badRequest, output.description, error.reason, advice: error.advice,
                    cause: error)
            }
        case .web:
            throw QueueError(
                .badRequest, output.description, "packages cannot be published on a web server",
                advice: "name a folder, or s3://BUCKET/PREFIX")
        }
    }

    private static func checkOutput(_ output: FilePath) throws {
        func error(_ message: String) -> QueueError {
            QueueError(
                .badRequest, output.string, message,
                advice: "name a folder that exists or can be created")
        }
        guard output.isAbsolute else { throw error("the output is not an absolute path") }
        // The limits of common file systems of Linux and macOS.
        guard output.names.allSatisfy({ $0.string.utf8.count <= 255 }), output.length < 3000
        else { throw error("the output's path is too long") }
        var nearest = output
        while !FileManager.default.fileExists(atPath: nearest.string) { nearest = nearest.parent }
        let values = try? URL(fileURLWithPath: nearest.string).resolvingSymlinksInPath()
            .resourceValues(forKeys: [.isDirectoryKey])
        guard values?.isDirectory == true else { throw error("\(nearest) is not a folder") }
    }

    /// Derives the idempotency key from the content of upload and captions, the preset and the package's path.
    private func contentKey(with captions: [String]) -> String {
        let parts =
            [preset.yaml, output, name ?? "", "\(trim.from) \(trim.to?.description ?? "")"]
            + captions + cuePointTexts + [contentIdentity ?? sha256 ?? ""]
        return "content:" + UploadDigest.of(parts.joined(separator: "\0"))
    }

    /// The parts of an idempotency key for cue points; none without cue points, so that earlier keys remain.
    private var cuePointTexts: [String] {
        (cuePoints ?? []).map {
            let duration = $0.duration.map(\.description) ?? ""
            return [$0.position.text, $0.id ?? "", duration, $0.assetList ?? ""]
                .joined(separator: "\u{1}")
        }
    }

    /// The idempotency key of the upload's version, the preset and the package's path; captions may appear later.
    private var versionKey: String {
        get throws(QueueError) {
            guard let contentIdentity else {
                throw QueueError(
                    .badRequest, upload, "its store has neither versions nor ETags",
                    advice: "use a server that sends ETags")
            }
            let parts = [preset.yaml, output, name ?? ""] + cuePointTexts + [contentIdentity]
            return "version:" + UploadDigest.of(parts.joined(separator: "\0"))
        }
    }

    /// Whether the preset uses captions beside the upload; if it is not valid, the job fails later.
    private func usesSidecars(_ parsed: Preset?) -> Bool {
        (parsed ?? (try? Preset.parse(preset.yaml, named: preset.name)))?.usesSidecars ?? true
    }

    private static func sidecars(
        beside upload: Location, below root: Location?, _ storage: StorageRegistry
    ) async throws -> UploadSidecars {
        try await reading { () throws(UploadError) in
            try UploadSidecars(beside: upload, below: root, in: storage)
        }
    }

    /// Returns the cue points of the request and of the file beside the upload; `nil` for none.
    private func cuePoints(with sidecars: UploadSidecars) async throws -> [CuePoint]? {
        let all = try await (cuePoints ?? []) + Self.reading(sidecars.cuePoints)
        return all.isEmpty ? nil : all
    }

    /// Returns what is beside an upload; a failure is that of the request.
    private static func reading<Value: Sendable>(
        _ read: @escaping @Sendable () throws(UploadError) -> Value
    ) async throws -> Value {
        try await files.run { _ in
            do throws(UploadError) {
                return try read()
            } catch {
                throw QueueError(
                    .badRequest, error.upload, error.message, advice: error.advice, cause: error)
            }
        }
    }

    private func digest(
        of upload: Location, below root: Location?, _ storage: StorageRegistry,
        _ onProgress: @escaping @Sendable (Int) -> Void
    ) async throws -> String {
        do {
            return try await UploadDigest.of(
                contentOf: upload, below: root, in: storage, onProgress: onProgress)
        } catch is CancellationError {
            throw CancellationError()
        } catch let error as StorageError where upload.path == nil {
            throw QueueError(
                .badRequest, upload.description, error.reason, advice: error.advice, cause: error)
        } catch {
            throw unreadable
        }
    }
}
