/// The columns of a progress line that fit a terminal, and their widths in cells.
///
///     holiday.mp4   ██████████░░░░░░░░░░░░░░   42 %   118 frames/s    3.9x   ETA 1:23
///
/// In a narrow terminal the frame rate is omitted first, then the speed, the bar and the remaining
/// time.
struct ProgressLayout: Hashable {
    /// The maximum width of a line.
    ///
    /// The last cell is not used: some terminals wrap as soon as it is filled.
    let limit: Int
    let nameWidth: Int
    /// The width of the bar; 0 for no bar.
    private(set) var barWidth = 0
    private(set) var showsRemaining = false
    private(set) var showsSpeed = false
    private(set) var showsFrameRate = false

    /// The space before each column but the first.
    static let gap = "  "
    static let percentWidth = 5  // 100 %
    static let remainingWidth = 11  // ETA 9:59:59
    static let speedWidth = 6  // 999.9x
    static let frameRateWidth = 13  // 9999 frames/s

    /// The widths of a bar; a longer one is not more precise to the eye.
    private static let barWidths = 10...30
    private static let nameWidths = 12...40

    /// - Parameters:
    ///   - columns: The terminal's width.
    ///   - longestName: The width of the longest displayed name.
    init(columns: Int, longestName: Int) {
        let gap = Self.gap.count
        limit = max(0, columns - 1)
        var left = limit - Self.percentWidth - gap
        let name = max(0, min(longestName, Self.nameWidths.lowerBound, left))
        left -= name
        func fits(_ width: Int) -> Bool {
            guard left >= width + gap else { return false }
            left -= width + gap
            return true
        }
        showsRemaining = fits(Self.remainingWidth)
        let hasBar = showsRemaining && fits(Self.barWidths.lowerBound)
        showsSpeed = hasBar && fits(Self.speedWidth)
        showsFrameRate = showsSpeed && fits(Self.frameRateWidth)

        let longer = max(0, min(longestName, Self.nameWidths.upperBound) - name)
        let growth = min(left, longer)
        nameWidth = name + growth
        if hasBar {
            barWidth = min(Self.barWidths.upperBound, Self.barWidths.lowerBound + left - growth)
        }
    }
}
