/// A result that deviates from its plan: an internal error, or a bug of the linked libav, never caused by the upload.
package struct PackagingFault: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
