extension String {
    /// A URI without its query and fragment, which can have a token: findings are printed.
    var withoutQuery: Substring { prefix { $0 != "?" && $0 != "#" } }
}
