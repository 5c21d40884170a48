/// The conduct of a job's tasks, which the job's payload names.
enum Conduct: Hashable {
    /// Every attempt can succeed.
    case honest
    /// Some attempts fail, and later ones succeed.
    case unsteady
    /// The upload is bad: the job fails permanently.
    case bad
    /// Each attempt at one task crashes its worker.
    case poison

    var text: String { "\(self)" }

    init(text: String) {
        self = [.honest, .unsteady, .bad, .poison].first { $0.text == text } ?? .honest
    }
}

/// A job's payload in the simulation: its conduct, and the number of encoding tasks.
struct SimulatedPayload {
    let conduct: Conduct
    /// 0 for a job that one task does.
    let encodes: Int

    var text: String { "\(conduct.text) \(encodes)" }

    init(conduct: Conduct, encodes: Int) { (self.conduct, self.encodes) = (conduct, encodes) }

    init(text: String) {
        let words = text.split(separator: " ")
        self.init(
            conduct: Conduct(text: words.first.map(String.init) ?? ""),
            encodes: words.last.flatMap { Int($0) } ?? 0)
    }
}
