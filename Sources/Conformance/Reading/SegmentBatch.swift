import MediaModel
import MediaSandbox
import Sandbox
import Storage
import SystemPackage

/// Segments that one sandbox process reads, with their init segments.
struct SegmentBatch {
    /// The largest size of all parts together, in bytes: the cache has two bits for each 256 KiB.
    private static let longest: Int64 = 1 << 40

    /// The beginning of a file that is searched for the tables of MPEG-TS, in bytes.
    private static let tablesSize = Int64(16 * TransportPacket.size)

    /// The most local files: a process gets 200 descriptors at most.
    private static let mostFiles = 150

    private(set) var work = SegmentWork()
    /// The parts of remote files, which become the first file of the grant.
    private var parts: [JoinedObject.Part] = []
    private var size: Int64 = 0
    /// The local files, and their indices after the first file of the grant.
    private var paths: [FilePath] = []
    private var indices: [FilePath: Int] = [:]

    /// Whether a segment fits in with its init segment; an empty batch has space for one of any allowed size.
    func hasSpace(for range: Range<Int64>) -> Bool {
        range.upperBound - range.lowerBound <= Self.longest - size && paths.count < Self.mostFiles
    }

    /// Adds an init segment, and returns its index.
    mutating func addInitSegment(_ file: OpenedFile, _ range: Range<Int64>) -> Int {
        work.initSegments.append(part(file, range))
        return work.initSegments.count - 1
    }

    /// Adds a segment, and returns its index.
    mutating func add(
        _ file: OpenedFile, _ range: Range<Int64>, initSegment: Int?, isIFrame: Bool
    ) -> Int {
        let suffix = file.file.name.split(separator: ".").last.map(String.init) ?? ""
        let isBoxes = ["m4s", "mp4", "m4a", "m4v", "cmfv", "cmfa"].contains(suffix)
        let hasTables = !isBoxes && (isIFrame || initSegment != nil)
        let tables = hasTables ? part(file, 0..<min(file.size, Self.tablesSize)) : nil
        work.segments.append(
            SegmentWork.Segment(
                part: part(file, range), suffix: suffix, initSegment: initSegment,
                isIFrame: isIFrame, tables: tables))
        return work.segments.count - 1
    }

    private mutating func part(_ file: OpenedFile, _ range: Range<Int64>) -> SegmentWork.Part {
        let count = range.upperBound - range.lowerBound
        if let path = file.path {
            let index = indices[path] ?? paths.count
            if index == paths.count {
                paths.append(path)
                indices[path] = index
            }
            return SegmentWork.Part(
                file: index + 1, start: range.lowerBound, offset: range.lowerBound, count: count)
        }
        let part = SegmentWork.Part(file: 0, start: size, offset: range.lowerBound, count: count)
        parts.append(
            JoinedObject.Part(count: count) { (offset, count) throws(StorageError) in
                try file.bytes(at: range.lowerBound + offset, count: count)
            })
        size += count
        return part
    }

    /// Reads the segments in a sandbox process.
    ///
    /// - Throws: `UploadError` of the playlist that names them; `StorageError`; `CancellationError` once stopped.
    func read(for playlist: PackageFile, _ access: PackageAccess) throws -> SegmentReport {
        guard !work.segments.isEmpty || !work.initSegments.isEmpty else { return SegmentReport() }
        let file = try access.storage.cached(
            JoinedObject(parts), at: playlist.location, in: access.cache)
        let upload = try Upload(playlist.location, in: JoinedSource(file: file))
        let files = try paths.map { (path) throws(StorageError) in
            LocalUploadFile(try RegularFile(path))
        }
        let report = try access.runner.run(
            work, MediaGrant(sidecars: files), on: upload,
            limits: SandboxLimits(
                peakMemory: Self.peakMemory, cost: Self.cost, uploadSize: Self.writtenSize),
            isStopped: access.isStopped)
        guard report.isPlausible(for: work) else {
            throw SandboxError.badReply("an impossible measurement")
                .uploadError(playlist.location.description)
        }
        return report
    }

    /// The memory of a `moof` box of the largest size, and its copy, in bytes.
    private static let peakMemory = 256 << 20
    /// In CPU seconds.
    private static let cost = 1.0
    /// The process writes no files.
    private static let writtenSize = 0
}

/// The source of one open file.
private struct JoinedSource: UploadSource {
    let file: any UploadFile

    func open(_ location: Location) throws(StorageError) -> any UploadFile { file }
    func names(beside upload: Location) throws(StorageError) -> [String] { [] }
    func isCausedByUpload(_ error: StorageError) -> Bool { false }
}
