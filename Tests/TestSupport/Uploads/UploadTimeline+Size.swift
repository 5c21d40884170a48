extension UploadTimeline {
    /// The display size in pixels, rotated by the display matrix, with square pixels; `nil` without video.
    public var displaySize: (width: Int, height: Int)? {
        guard let video, let width = video.width, let height = video.height else { return nil }
        let ratio = (video.sampleAspectRatio ?? "1:1").split(separator: ":").compactMap {
            Double($0)
        }
        let aspect = ratio.count == 2 && ratio[0] > 0 && ratio[1] > 0 ? ratio[0] / ratio[1] : 1
        let shown = (width: Int((Double(width) * aspect).rounded()), height: height)
        return video.rotation % 180 == 0 ? shown : (width: shown.height, height: shown.width)
    }
}
