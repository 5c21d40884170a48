import JobModel

extension JobEventPayload {
    /// A line of `queue show --follow`.
    var text: String {
        var text = "\(time.text)  \(event)"
        if let progress { text += "  \(progress) %" }
        if let eta { text += ", \(Quantity.clock(Double(eta))) left" }
        if let error { text += "  \(error.code): \(error.message); \(error.advice)" }
        return text.printable
    }
}
