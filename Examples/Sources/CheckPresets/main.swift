import Presets

// All problems at once, each with its position, rule and remedy.
for name in CommandLine.arguments.dropFirst() {
    let review = Preset.review(name)
    for problem in review.problems { print(problem) }
    if let preset = review.preset {
        print("\(name): \(preset.ladder.map(\.name).joined(separator: ", "))")
    }
}

// A shipped preset, as `run` uses it.
let preset = try Preset.load("hls-ladder")
for rung in preset.ladder {
    print("\(rung.name): short side \(rung.size) pixels, CRF \(rung.crf), at most \(rung.maxrate)")
}
