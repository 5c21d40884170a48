package import MediaModel

/// Short samples of an upload that are encoded before it is planned, to predict bit rates and qualities.
package struct ProbeEncodePlan: Codable, Sendable {
    /// The renditions, without limits of their rates; each chunk is one sample.
    package let video: VideoPlan
    /// Whether frames are decoded without deblocking, where the decoder can: reduced to half the size, they show little of it.
    package let skipsDeblocking: Bool
    /// The encodes of each sample.
    package let encodes: [Encode]

    /// One encode of each sample.
    package struct Encode: Codable, Sendable {
        /// The index of the rung whose frames are encoded.
        package let rung: Int
        /// The rung, with the options of this encode.
        package let plan: RungPlan

        package init(rung: Int, plan: RungPlan) {
            self.rung = rung
            self.plan = plan
        }
    }

    package init(video: VideoPlan, skipsDeblocking: Bool, encodes: [Encode]) {
        self.video = video
        self.skipsDeblocking = skipsDeblocking
        self.encodes = encodes
    }
}
