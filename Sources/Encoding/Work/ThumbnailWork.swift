internal import Errors
internal import LibAV
package import MediaModel
internal import MediaSandbox
internal import MediaUnits
package import Sandbox
internal import Storage
internal import SystemPackage

/// Assembles the chunks' tiles into the sheets of a storyboard.
package struct ThumbnailWork: MediaWork {
    package let thumbnails: ThumbnailPlan
    /// The chunks' artifacts that have tiles, in order, with the number of tiles.
    package let tiles: [Tiles]

    package init(
        thumbnails: ThumbnailPlan,
        tiles: [Tiles]
    ) {
        self.thumbnails = thumbnails
        self.tiles = tiles
    }

    package struct Tiles: Codable, Sendable {
        package let artifact: String
        package let count: Int

        package init(
            artifact: String,
            count: Int
        ) {
            self.artifact = artifact
            self.count = count
        }
    }

    package struct Output: Codable, Sendable {}

    package static let kind = "thumbnails"

    package var stages: Set<String> { [Stage.thumbnails] }

    package func run(in context: SandboxContext) throws -> Output {
        try StageClock(context.stages).measure(Stage.thumbnails) { try assemble(in: context) }
    }

    private func assemble(in context: SandboxContext) throws -> Output {
        let artifacts = try context.openArtifacts()
        let perSheet = thumbnails.columns * thumbnails.rows
        let size = thumbnails.tile.pixelCount * 3 / 2
        var sheets = 0
        var pending: [[UInt8]] = []
        for tiles in tiles {
            let file = try ArtifactFile(artifact: tiles.artifact, name: ArtifactFiles.tiles)
                .open(in: artifacts)
            for index in 0..<tiles.count {
                var pixels = [UInt8](repeating: 0, count: size)
                guard try file.read(at: Int64(index * size), into: &pixels) == size else {
                    throw InternalError("a finished artifact has too few tiles")
                }
                pending.append(pixels)
                if pending.count == perSheet {
                    try write(pending, to: context.folder, sheet: sheets)
                    (sheets, pending) = (sheets + 1, [])
                }
                if context.isStopped() { throw CancellationError() }
            }
        }
        if !pending.isEmpty { try write(pending, to: context.folder, sheet: sheets) }
        return Output()
    }

    private func write(_ tiles: [[UInt8]], to folder: FilePath, sheet index: Int) throws {
        let columns = min(thumbnails.columns, tiles.count)
        let rows = (tiles.count + columns - 1) / columns
        var graph: FilterGraph?
        for (index, pixels) in tiles.enumerated() {
            let tile = try Frame(pixels: pixels[...], size: thumbnails.tile, format: "yuvj420p")
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
            throw InternalError("no storyboard sheet")
        }
        let size = Resolution(
            width: columns * thumbnails.tile.width, height: rows * thumbnails.tile.height)
        try DraftFile.write(
            JPEG.encode(sheet, size), to: folder.appending(ArtifactFiles.storyboard(index)))
    }
}
