import MediaUnits
internal import VideoCodecs

/// Rungs against one another: names of their own, sizes and ceilings that fall.
extension PartialPreset {
    var nameFindings: [Finding] {
        var names: Set<String> = []
        return rungs.compactMap { rung in
            guard let name = rung.name, !names.insert(name).inserted else { return nil }
            return Finding(
                .ladderName, rung.path("name"), about: rung.path(),
                "a rung before it has the name \(quoted(name)) too",
                advice: "give every rung a name of its own")
        }
    }

    var orderFindings: [Finding] {
        // Rungs of another codec are a ladder of their own.
        VideoCodec.all.flatMap(orderFindings)
    }

    func orderFindings(of codec: VideoCodec) -> [Finding] {
        var (sized, rated, last): (PartialRung?, PartialRung?, PartialRung?)
        return rungs.compactMap { rung in
            // One of an unknown codec may be of this ladder.
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

    /// Compares a rung with the nearest ones before it whose sizes and ceilings are known.
    private func order(
        of rung: PartialRung, belowSize sized: PartialRung?, belowRate rated: PartialRung?,
        last: PartialRung?
    ) -> Finding? {
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
        let article = other?.index == last?.index ? "the" : "a"
        return Finding(
            .ladderOrder, rung.path(),
            "\(own) is not below \(article) rung before it (\(before))",
            advice: "order rungs from the highest down, in size and in maxrate")
    }
}
