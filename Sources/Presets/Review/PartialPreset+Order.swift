import MediaUnits
internal import VideoCodecs

/// Rules for the order of a ladder: unique names, decreasing sizes and maximum rates.
extension PartialPreset {
    var nameProblems: [ValueProblem] {
        var names: Set<String> = []
        return rungs.compactMap { rung in
            guard let name = rung.name, !names.insert(name).inserted else { return nil }
            return ValueProblem(
                .ladderName, rung.path("name"), about: rung.path(),
                "an earlier rung has the same name, \(quoted(name))",
                advice: "give each rung a unique name")
        }
    }

    var orderProblems: [ValueProblem] {
        // The rungs of each codec are a ladder.
        VideoCodec.all.flatMap(orderProblems)
    }

    func orderProblems(of codec: VideoCodec) -> [ValueProblem] {
        var (sized, rated, last): (PartialRung?, PartialRung?, PartialRung?)
        return rungs.compactMap { rung in
            // A rung of an unknown codec may belong to this ladder.
            guard rung.codec == codec else {
                if rung.codec == nil { last = rung }
                return nil
            }
            defer {
                if rung.size != nil { sized = rung }
                if rung.maxrate != nil { rated = rung }
                last = rung
            }
            return order(of: rung, belowSize: sized, belowRate: rated, last: last)
        }
    }

    /// Compares a rung with the nearest earlier ones whose sizes and maximum rates are known.
    private func order(
        of rung: PartialRung, belowSize sized: PartialRung?, belowRate rated: PartialRung?,
        last: PartialRung?
    ) -> ValueProblem? {
        let size = rung.size.flatMap { own in
            sized?.size.map { (own: own, before: $0, isWrong: own >= $0) }
        }
        let rate = rung.maxrate.flatMap { own in
            rated?.maxrate.map { (own: own, before: $0, isWrong: own >= $0) }
        }
        let (own, before, other): (String, String, PartialRung?)
        switch (size, rate) {
        case (let size?, let rate?)
        where sized?.index == rated?.index && (size.isWrong || rate.isWrong):
            own = "\(size.own) at \(rate.own)"
            (before, other) = ("\(size.before) at \(rate.before)", sized)
        case (let size?, _) where size.isWrong:
            (own, before, other) = ("\(size.own)", "\(size.before)", sized)
        case (_, let rate?) where rate.isWrong:
            (own, before, other) = ("\(rate.own)", "\(rate.before)", rated)
        default: return nil
        }
        let article = other?.index == last?.index ? "the previous" : "an earlier"
        return ValueProblem(
            .ladderOrder, rung.path(),
            "\(own) is not below \(article) rung (\(before))",
            advice: "begin with the highest rung, in size and in maxrate")
    }
}
