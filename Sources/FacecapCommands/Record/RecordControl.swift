import Facecap
import Glibc
import Synchronization

/// Turns signals, and lines on standard input, into wishes for recordings, for as long as it exists.
final class RecordControl: Sendable {
    private let ending: SignalWatcher
    private let others: SignalSources
    private let lines: WishReader?

    /// - Parameters:
    ///   - photos: told of stills.
    ///   - readsLines: whether standard input is free for lines.
    ///   - say: tells the user what is wrong with a line.
    init(
        recordings: [CameraRecording], stopRequest: StopRequest, switcher: CameraSwitcher,
        photos: PhotoMonitor, readsLines: Bool, say: @escaping @Sendable (String) -> Void
    ) {
        let wishes = RecordWishes(
            recordings: recordings, stills: recordings.compactMap(\.stills),
            stopRequest: stopRequest, switcher: switcher, photos: photos)
        let hasCancelled = Mutex(false)
        ending = SignalWatcher(
            endNow: { code in
                // Whoever asks a third time does not want to wait for the disk.
                let isThird = hasCancelled.withLock { hasCancelled in
                    defer { hasCancelled = true }
                    return hasCancelled
                }
                if isThird { ProcessSetup.endNow(code) }
                wishes.fulfil(.cancel)
            },
            { _ in stopRequest.make() })
        others = SignalSources([SIGUSR1, SIGUSR2]) { signal in
            wishes.fulfil(signal == SIGUSR1 ? .togglePause : .still(path: nil))
        }
        lines =
            readsLines
            ? WishReader { line in
                if let wish = RecordingWish(line: line) {
                    wishes.fulfil(wish)
                } else if !line.isEmpty {
                    say(
                        "cannot do '\(line)'; say pause, resume, still [FILE], marker TEXT,"
                            + " camera DEVICE, stop or cancel")
                }
            } : nil
    }
}
