internal import Foundation
internal import HLS
internal import LibAV
internal import MediaUnits
internal import Scheduling
internal import Storage

/// Puts the nodes' small pictures together, unless an earlier run has: storyboard sheets with their index, and the poster.
struct ThumbnailJob: Job {
    let work: UploadWork
    let plan: VideoPlan
    let thumbnails: ThumbnailPlan
    let nodes: [JobHandle<Piece<NodeResult>>]

    var id: JobID { "thumbnails" }
    var dependencies: Set<JobID> { Set(nodes.map(\.id)) }
    /// One sheet, thrice: as tiles, joined, and as JPEG.
    var peakMemory: Int {
        thumbnails.tile.pixelCount * thumbnails.columns * thumbnails.rows * 6 + (16 << 20)
    }
    var cost: Double { CostEstimate.seconds(thumbnails) }

    /// What its bytes depend on, beside the nodes' own.
    private struct Part: Encodable {
        let thumbnails: ThumbnailPlan
        let grid: FrameGrid
        /// The nodes' keys.
        let pieces: [String]
    }

    /// - Returns: The names of its files.
    func run(in context: JobContext) async throws -> Piece<[String]> {
        let pieces = try nodes.map { try context.results[$0] }
        let part = Part(
            thumbnails: thumbnails, grid: plan.grid, pieces: pieces.map { PathText.name($0.folder) }
        )
        return try await context.blocking { _ in
            try work.piece(work.key(part)) { folder in
                try makePoster(pieces, in: folder) + makeStoryboard(pieces, in: folder)
            }
        }
    }

    /// - Returns: Names of files in the folder.
    private func makePoster(
        _ pieces: [Piece<NodeResult>], in folder: String
    ) throws -> [String] {
        let best = pieces.max { ($0.result.poster?.score ?? -1) < ($1.result.poster?.score ?? -1) }
        guard let best, let poster = best.result.poster else { return [] }
        try FilePlacement.place("\(best.folder)/\(poster.file)", at: "\(folder)/poster.jpg")
        return ["poster.jpg"]
    }

    private func makeStoryboard(
        _ pieces: [Piece<NodeResult>], in folder: String
    ) throws -> [String] {
        let perSheet = thumbnails.columns * thumbnails.rows
        var sheets: [String] = []
        var pending: [[UInt8]] = []
        for piece in pieces where !piece.result.tiles.isEmpty {
            let file = try RegularFile("\(piece.folder)/\(ThumbnailFiles.tiles)")
            let size = Int(file.size) / piece.result.tiles.count
            for index in piece.result.tiles.indices {
                var pixels = [UInt8](repeating: 0, count: size)
                guard try file.read(at: Int64(index * size), into: &pixels) == size else {
                    throw PackagingFault("a finished piece lacks small pictures")
                }
                pending.append(pixels)
                if pending.count == perSheet { try writeSheet(&pending, &sheets, in: folder) }
            }
        }
        if !pending.isEmpty { try writeSheet(&pending, &sheets, in: folder) }
        let track = try thumbnails.track(plan.grid, sheets: sheets)
        try AtomicFile.write(track.text, to: "\(folder)/storyboard.vtt")
        return sheets + ["storyboard.vtt"]
    }

    private func writeSheet(
        _ tiles: inout [[UInt8]], _ sheets: inout [String], in folder: String
    ) throws {
        let columns = min(thumbnails.columns, tiles.count)
        let rows = (tiles.count + columns - 1) / columns
        var graph: FilterGraph?
        for (index, pixels) in tiles.enumerated() {
            let tile = try Frame.picture(pixels[...], size: thumbnails.tile, format: "yuvj420p")
            tile.presentationTime = index
            if graph == nil {
                graph = try FilterGraph(
                    "[in]tile=\(columns)x\(rows):nb_frames=\(tiles.count),format=yuvj420p[out0]",
                    for: tile, isVideo: true, timeBase: Rational(1), outputs: 1)
            }
            try graph?.push(tile)
        }
        try graph?.end()
        let sheet = try Frame()
        guard try graph?.pull(into: sheet) ?? false else {
            throw PackagingFault("no storyboard sheet")
        }
        let size = Resolution(
            width: columns * thumbnails.tile.width, height: rows * thumbnails.tile.height)
        let name = "storyboard-\(String(format: "%03d", sheets.count)).jpg"
        try AtomicFile.write(JPEG.encode(sheet, size), to: "\(folder)/\(name)")
        sheets.append(name)
        tiles = []
    }
}
