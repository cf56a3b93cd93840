// SPDX-License-Identifier: Apache-2.0
extension TimedMetadataGroup {
    /// A value under a key.
    public struct Item: Sendable, Hashable {
        /// The name in reverse DNS notation.
        public var key: String
        /// What is known.
        public var value: Value

        /// A value under a key.
        public init(key: String, value: Value) {
            self.key = key
            self.value = value
        }
    }
}
