import JobModel

extension JobEventPayload {
    /// A line of `queue show --follow`.
    var text: String {
        var text = "\(time.text)  \(event)"
        if let progress { text += "  \(progress) %" }
        if let eta { text += ", \(Quantity.clock(Double(eta))) left" }
        if let error {
            let advice = Remedy.advice(
                error.advice, code: error.code, force: "vtranscode run --force")
            text += "  \(error.code): \(error.message); \(advice)"
        }
        return text.printable
    }
}
