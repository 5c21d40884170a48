package import MediaModel
package import MediaUnits
internal import VideoCodecs

/// CPU seconds that work is expected to take: only ratios matter, for order and progress.
package enum CostEstimate {
    /// Per million pixels decoded and scaled, measured on bench clips.
    private static let scaling = 0.0012

    /// Per million pixels decoded: the cheapest that was measured, by codecs that pack simple pictures tightly.
    private static let decoding = 0.003

    /// Of a whole plan, decoding pictures of a size included.
    package static func seconds(_ plan: Plan, decoding size: Resolution?) -> Double {
        let encoded = plan.video.map { seconds($0, frames: $0.grid.frameCount) } ?? 0
        // Where packets do not tell, the grid has about as many.
        let known = plan.video?.chunks.reduce(0) { $0 + $1.expected.count } ?? 0
        let frames = known > 0 ? known : plan.video?.grid.frameCount ?? 0
        let decoded = Double(size?.pixelCount ?? 0) / 1_000_000 * decoding * Double(frames)
        return plan.audio.reduce(encoded + decoded) { $0 + seconds($1) }
    }

    package static func seconds(_ video: VideoPlan, frames: Int) -> Double {
        video.rungs.reduce(0) { sum, rung in
            let megapixels = Double(rung.size.pixelCount) / 1_000_000
            return sum + megapixels * (rung.codec.model.encodingCost + scaling)
                * Double(frames / rung.divisor)
        }
    }

    /// Of one chunk, decoding pictures of a size included.
    package static func seconds(
        _ video: VideoPlan, _ chunk: ChunkPlan, decoding size: Resolution?
    ) -> Double {
        let frames = chunk.expected.isEmpty ? chunk.frames.count : chunk.expected.count
        return seconds(video, frames: chunk.frames.count)
            + Double(size?.pixelCount ?? 0) / 1_000_000 * decoding * Double(frames)
    }

    /// For each picture of a rendition that is written again as MPEG-TS.
    package static let transport = 0.00002

    /// Of joining small pictures, which are there by then, and writing them as JPEG.
    package static func seconds(_ thumbnails: ThumbnailPlan) -> Double {
        0.001 * Double(thumbnails.tileFrames.count)
    }

    /// Decoding, resampling and AAC run at about 100 times real time; measuring adds half of it.
    package static func seconds(_ audio: AudioPlan) -> Double {
        Double(audio.sampleCount) / Double(audio.sampleRate) / 100
            * (audio.level == nil ? 1 : 1.5)
    }
}

/// Bytes that a job holds at its peak: what the runner admits jobs by.
///
/// Fitted to measurements over bench and corpus clips from 161x121 to 3840x2160; an end-to-end test holds it to them.
package enum MemoryEstimate {
    private static let mebibyte = 1 << 20

    package static func chunk(_ video: VideoPlan, _ chunk: ChunkPlan) -> Int {
        let frames = chunk.segments.map(\.frameCount).max() ?? 0
        let encoders = video.rungs.reduce(0) { sum, rung in
            let count = rung.frames(in: frames)
            return sum + rung.codec.model.encoderMemory(rung.size, frames: count)
        }
        return encoders + decoder(video.source) + wideColor(video) + 34 * mebibyte
    }

    package static let audio = 32 * mebibyte

    /// One segment of one rendition at a time, as samples, as units and as packets, and the sound's.
    package static func transport(_ video: VideoPlan, _ chunk: ChunkPlan) -> Int {
        let frames = chunk.segments.map(\.frameCount).max() ?? 0
        let seconds = video.grid.time(of: frames).doubleValue
        let ceiling = video.rungs.map(\.ceiling).max() ?? 0
        // A scene that turns hard may lift a segment above its ceiling.
        return Int(Double(ceiling) * seconds / 8 * 1.25) * 5 + 16 * mebibyte
    }

    /// Up to 16 reference pictures (H.264, A.3.1), those in flight among them; the deinterlacer keeps some more.
    private static func decoder(_ source: VideoSource) -> Int {
        source.frameBytes * (source.deinterlacing == nil ? 16 : 24)
    }

    /// Pictures of 10 bits between scaler and color table, three bytes a pixel, and the table itself.
    private static func wideColor(_ video: VideoPlan) -> Int {
        guard video.source.dynamicRange != .sdr, let top = video.rungs.first else { return 0 }
        return top.size.pixelCount * 3 * 2 + 4 * mebibyte
    }
}
