import Testing

/// The color difference that other tests use, against published values.
@Suite struct ColorDifferenceTests {
    /// Some of table 1 of "The CIEDE2000 Color-Difference Formula" (Sharma and others, 2005).
    @Test(arguments: [
        ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425),
        ([50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0000),
        ([50, 0, 0], [50, -1, 2], 2.3669),
        ([50, 2.5, 0], [73, 25, -18], 27.1492),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
    ])
    func differenceMatchesPublishedPairs(one: [Double], two: [Double], difference: Double) {
        let found = ColorDifference.between(lab: one, and: two)
        #expect(abs(found - difference) < 0.0001)
    }
}
