package import LibAV

extension Packet {
    /// The ATSC identifier (`ATSC1_data`) and the user data type of captions (`cc_data`), as in ATSC A/53 Part 4, 6.2.3.
    package static let closedCaptionSignature = Array("GA94".utf8) + [3]

    /// Whether a coded picture seems to have closed captions, which may be padding.
    package var mayHaveClosedCaptions: Bool {
        !ends(of: Self.closedCaptionSignature).isEmpty
    }
}
