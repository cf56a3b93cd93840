// SPDX-License-Identifier: Apache-2.0
extension Array {
    /// The first place whose key is not before `key`, in an array whose keys ascend.
    func index<Key: Comparable>(notBefore key: Key, _ keyOf: (Element) -> Key) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if keyOf(self[middle]) < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// How many keys lie in a range, in an array whose keys ascend.
    func count(in range: ClosedRange<Int64>, _ keyOf: (Element) -> Int64) -> Int {
        index(notBefore: range.upperBound + 1, keyOf)
            - index(notBefore: range.lowerBound, keyOf)
    }

    /// Puts an element behind those whose keys are not after its own, and returns its place.
    @discardableResult
    mutating func insertInOrder<Key: Comparable>(
        _ element: Element, _ keyOf: (Element) -> Key
    ) -> Int {
        let key = keyOf(element)
        var place = count
        while place > 0, key < keyOf(self[place - 1]) { place -= 1 }
        insert(element, at: place)
        return place
    }
}
