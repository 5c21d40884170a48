extension QualityTarget {
    /// The type of targets: a name, or a number of XPSNR.
    static let type = ValueType<QualityTarget>(
        ValueForm(
            text: "`low`, `medium`, `high`, a mean XPSNR of 20 to 60 dB such as `xpsnr=38.5`",
            schema: [
                "type": "string", "pattern": "^(low|medium|high|xpsnr=[0-9]{2}(\\.[0-9]+)?(dB)?)$",
            ]),
        write: \.text
    ) { text in
        guard let target = QualityTarget(text) else {
            let isNumber = QualityTarget.number(text) != nil
            return .failure(
                .init(
                    rule: isNumber ? .valueRange : .valueType,
                    message: isNumber ? "is out of range" : "is not a quality target",
                    advice:
                        "write low, medium, high, or a number of dB from 20 to 60 such as xpsnr=38.5"
                ))
        }
        return .success(target)
    }
}
