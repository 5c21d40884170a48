import TestSupport
import Testing

@testable import Transcoding
@testable import vtranscode

@Suite struct ProgressViewTests {
    private static func view(_ style: TextStyle = .plain, _ events: RunEvent...) -> ProgressView {
        var view = ProgressView(style: style) { _ in 100 }
        for event in events { view.apply(event, at: 0) }
        return view
    }

    private static func lines(_ view: ProgressView, columns: Int = 100, rows: Int = 24) -> [String]
    {
        view.lines(in: TerminalSize(columns: columns, rows: rows), at: 0)
    }

    @Test func viewIsEmptyBeforeTheStart() {
        #expect(Self.lines(Self.view()).isEmpty)
    }

    @Test func uploadsAndFolderHaveALineEach() {
        var view = Self.view(
            .plain, .started(uploads: 3, bytes: 300), .planned("holiday.mp4"), .planned("b.mov"),
            .planned("bad.mp4"), .progress("holiday.mp4", 0.5),
            .progress("b.mov", 0.25, remaining: nil))
        view.apply(.finished(UploadResult("bad.mp4", .truncated)), at: 0)
        #expect(
            Self.lines(view, columns: 80) == [
                "holiday.mp4               #####.....   50 %   118 frames/s    3.9x     ETA 0:09",
                "b.mov                     ##........   25 %   118 frames/s    3.9x             ",
                "1 of 3 uploads, 1 failed  ###.......   37 %                                    ",
            ])
    }

    @Test func singleUploadHasNoFolderLine() {
        let view = Self.view(.plain, .started(uploads: 1, bytes: 1), .progress("a.mp4", 0.5))
        #expect(
            Self.lines(view, columns: 50) == ["a.mp4  #######.......   50 %    3.9x     ETA 0:09"])
    }

    @Test func folderLineIsShownBeforeTheFirstPlan() {
        let view = Self.view(.plain, .started(uploads: 2, bytes: 1))
        #expect(Self.lines(view, columns: 24) == ["0 of 2 uploads    0 %"])
    }

    @Test func finishedUploadIsRemoved() {
        var view = Self.view(
            .plain, .started(uploads: 2, bytes: 2), .progress("a.mp4", 0.5), .progress("b.mp4", 0.5)
        )
        view.apply(.finished(UploadResult("a.mp4", .done)), at: 1)
        let lines = Self.lines(view)
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("b.mp4"))
        #expect(lines[1].hasPrefix("1 of 2 uploads "))
    }

    /// Events of several threads may arrive late.
    @Test func lateProgressOfAFinishedUploadIsIgnored() {
        var view = Self.view(.plain, .started(uploads: 2, bytes: 2), .progress("a.mp4", 0.5))
        view.apply(.finished(UploadResult("a.mp4", .truncated)), at: 1)
        view.apply(.progress("a.mp4", 0.6), at: 1)
        #expect(Self.lines(view).count == 1)
        #expect(view.fraction < 1)
    }

    @Test func interruptedUploadIsNotDone() {
        var view = Self.view(.plain, .started(uploads: 1, bytes: 2), .progress("a.mp4", 0.5))
        view.apply(.finished(UploadResult("a.mp4", .interrupted)), at: 1)
        #expect(view.fraction < 1)
    }

    /// The folder's line is always shown; one row is for the last permanent line.
    @Test(arguments: [(24, 9), (10, 9), (9, 8), (6, 5), (3, 2), (2, 1), (1, 1)])
    func linesFitTheRows(rows: Int, expected: Int) {
        var view = Self.view(.plain, .started(uploads: 8, bytes: 8))
        for number in 1...8 { view.apply(.progress("\(number).mp4", 0.1), at: 0) }
        let lines = Self.lines(view, rows: rows)
        #expect(lines.count == expected)
        if rows == 6 { #expect(lines[3] == "and 5 more") }
        #expect(lines.last?.hasPrefix("0 of 8 uploads") == true)
    }

    /// A wrapped line would break all following redraws.
    @Test(arguments: 1...160)
    func linesAreNarrowerThanTheTerminal(columns: Int) {
        let style = TextStyle(hasColors: true, hasUnicode: true)
        let view = Self.view(
            style, .started(uploads: 3, bytes: 3),
            .progress("日本語のとても長い名前のファイルですよ.mp4", 0.5, speed: 123_456),
            .progress("a\nb\u{1b}[2J.mp4", .nan, remaining: 1e9, speed: .infinity),
            .progress("👨‍👩‍👧.mp4", 1, remaining: .nan))
        for line in Self.lines(view, columns: columns) {
            #expect(line.displayWidth < columns)
            #expect(!line.contains("\n"))
        }
    }

    @Test func styledBarHasColorsAndBlocks() {
        let view = Self.view(
            TextStyle(hasColors: true, hasUnicode: true), .started(uploads: 1, bytes: 1),
            .progress("a", 0.5))
        let bar = "\u{1b}[32m██████\u{1b}[0m\u{1b}[2m░░░░░░\u{1b}[0m"
        #expect(Self.lines(view, columns: 36) == ["a  \(bar)   50 %     ETA 0:09"])
    }

    @Test func summaryIsOneLine() {
        var view = Self.view(
            .plain, .started(uploads: 12, bytes: 0), .planned("a\n.mp4"), .progress("a\n.mp4", 0.1))
        view.apply(.progress("a\n.mp4", 0.6), at: 10)
        #expect(
            view.summary(at: 10)
                == "5 %, 0 of 12 uploads, ETA 3:47; a\u{FFFD}.mp4 60 % at 3.9x")
    }

    /// Nine of ten equal uploads took 82 s, so the estimate by the folder's speed is 9 s; the tenth was restarted and
    /// needs 76 s.
    @Test func etaOfTheFolderIsThatOfItsSlowestUpload() {
        var view = Self.view(.plain, .started(uploads: 10, bytes: 1000))
        for number in 1...10 { view.apply(.planned("\(number).mp4"), at: 0) }
        view.apply(.progress("1.mp4", 0), at: 0)
        for number in 1...9 { view.apply(.finished(UploadResult("\(number).mp4", .done)), at: 82) }
        #expect(view.summary(at: 82) == "90 %, 9 of 10 uploads, ETA 0:09")
        view.apply(.progress("10.mp4", 0, remaining: 76), at: 82)
        #expect(view.summary(at: 82) == "90 %, 9 of 10 uploads, ETA 1:16; 10.mp4 0 % at 3.9x")
        #expect(
            view.lines(in: TerminalSize(columns: 60, rows: 24), at: 82).map { $0.suffix(8) }
                == ["ETA 1:16", "ETA 1:16"])
    }

    /// With any events, and any number of rows.
    @Test(arguments: 0..<20)
    func etaOfTheFolderIsAtLeastThatOfEachUpload(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let count = random.number(2...8)
        var view = Self.view(.plain, .started(uploads: count, bytes: count * 100))
        var remaining: [String: Double] = [:]
        var time = 0.0
        var shown = 0
        for _ in 0..<100 {
            time += Double.random(in: 0...3, using: &random)
            let upload = "\(random.number(1...count)).mp4"
            switch random.number(0...20) {
            case 0:
                view.apply(
                    .planned(upload, duration: .random(in: 1...100, using: &random)), at: time)
            case 1 where remaining.count { $1 >= 0 } > 1 && remaining[upload] != -1:
                view.apply(.finished(UploadResult(upload, .done)), at: time)
                remaining[upload] = -1
            default:
                let left = random.one(of: [
                    nil, .nan, .infinity, Double.random(in: 0...4000, using: &random),
                ])
                view.apply(
                    .progress(upload, .random(in: 0...1, using: &random), remaining: left), at: time
                )
                // A finished upload is not shown again.
                if remaining[upload] != -1 { remaining[upload] = left?.isFinite == true ? left : 0 }
            }
            guard let run = view.summary(at: time).split(separator: ";").first,
                let eta = run.split(separator: "ETA ").dropFirst().last
            else { continue }
            let seconds = eta.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
            #expect(seconds >= Int(remaining.values.max() ?? 0))
            // The column fits less than ten hours, and the terminal as many uploads as it has rows.
            let lines = view.lines(
                in: TerminalSize(columns: 80, rows: random.number(3...12)), at: time)
            #expect(eta.count > 7 || lines.last?.hasSuffix(" ETA \(eta)") == true)
            shown += 1
        }
        #expect(shown > 20)
    }
}

@Suite struct ProgressLayoutTests {
    @Test func columnsAreOmittedByImportance() {
        let layouts = (1...120).map { ProgressLayout(columns: $0, longestName: 20) }
        for layout in layouts {
            #expect(!layout.showsFrameRate || layout.showsSpeed)
            #expect(!layout.showsSpeed || layout.barWidth > 0)
            #expect(layout.barWidth == 0 || layout.showsRemaining)
        }
        #expect(layouts.last?.showsFrameRate == true)
        #expect(layouts.last?.nameWidth == 20)
        #expect(layouts.last?.barWidth == 30)
    }
}
