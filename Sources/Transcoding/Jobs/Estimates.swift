internal import MediaUnits

/// CPU seconds that work is expected to take: only ratios matter, for order and progress.
enum CostEstimate {
    /// Measured on bench clips with x264 `veryfast`: per million pixels coded, and decoded and scaled.
    private static let encoding = 0.0045
    private static let scaling = 0.0012

    static func seconds(_ video: VideoPlan, frames: Int) -> Double {
        video.rungs.reduce(0) { sum, rung in
            let megapixels = Double(rung.size.pixelCount) / 1_000_000
            return sum + megapixels * (encoding + scaling) * Double(frames / rung.divisor)
        }
    }

    /// Decoding, resampling and AAC run at about 100 times real time.
    static func seconds(_ audio: AudioPlan) -> Double {
        Double(audio.sampleCount) / Double(audio.sampleRate) / 100
    }
}

/// Bytes that a job holds at its peak: what the runner admits jobs by.
///
/// Held against measurements by a test.
enum MemoryEstimate {
    private static let mebibyte = 1 << 20

    static func node(_ video: VideoPlan) -> Int {
        let encoders = video.rungs.reduce(0) { $0 + encoder($1) }
        return encoders + decoder(video) + 16 * mebibyte
    }

    static let audio = 24 * mebibyte

    /// x264 holds lookahead, reference and reordered pictures, and its channel up to four more; a picture takes 1.5 bytes
    /// a pixel, and about twice that with x264's own planes.
    private static func encoder(_ rung: RungPlan) -> Int {
        let lookahead = 24
        return rung.size.pixelCount * (lookahead * 3 + 8) + 6 * mebibyte
    }

    /// Reference pictures, those in flight and one on its way, at up to 3 bytes a pixel.
    private static func decoder(_ video: VideoPlan) -> Int {
        video.source.codedPixels * 3 * 10
    }
}
