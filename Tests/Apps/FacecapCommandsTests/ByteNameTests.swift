// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Files whose names are not UTF-8.
@Suite struct ByteNameTests {
    /// Runs lines of the shell, in which `$F` is the program and `$N` a name that is not UTF-8, in a folder.
    private func run(_ lines: String, in folder: TemporaryFolder) async throws -> CommandResult {
        let names =
            "F='\(CommandRunner.facecap)'; N=$(printf 'caf\\351-\\377'); cd '\(folder.path)'\n"
        return try await CommandRunner.run(["-euc", names + lines], of: "/bin/sh")
    }

    private static let record =
        "\"$F\" record \"$N.mp4\" -q --detector haar --region 0,0,0.1,0.1 --sidecar csv "
        + "--source synthetic:faces=1,size=160x120,pace=fast,frames=10"

    @Test func theyAreWrittenAndReadByteForByte() async throws {
        let folder = try TemporaryFolder()
        let run = try await run(
            """
            \(Self.record)
            "$F" inspect "$N.mp4" > /dev/null
            "$F" export "$N.mp4" --format jsonl | grep -c '"type":"faces"'
            "$F" analyze "$N.mp4" -q -o "$N-b.mp4" --detector haar --region 0,0,0.1,0.1
            "$F" remux "$N.mp4" "$N-c.mp4" 2> /dev/null
            "$F" render "$N.mp4" "$N-d.mp4" 2> /dev/null
            "$F" photo "$N.png" -q --detector haar --source "$N.mp4"
            "$F" report "$N.mp4"
            "$F" recover "$N.mp4" 2> /dev/null
            for end in .mp4 .csv -b.mp4 -c.mp4 -d.mp4 .png .html; do test -s "$N$end"; done
            ls | wc -l
            """, in: folder)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output.split(whereSeparator: \.isWhitespace) == ["10", "7"])
    }

    @Test(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
    func playlistsAreReadInFoldersOfSuchNames() async throws {
        let folder = try TemporaryFolder()
        let run = try await run(
            """
            mkdir "$N"
            ffmpeg -v error -f lavfi -i testsrc=d=1:s=64x48:r=10 -c:v libx264 -g 4 -f hls \
                -hls_time 0.4 -hls_list_size 0 "$N/list.m3u8"
            for options in "" --no-sandbox; do
                "$F" live --json --allow-playlist --source "$N/list.m3u8" --detector haar \
                    --region 0,0,0.1,0.1 $options | grep -c '"type":"faces"'
            done
            """, in: folder)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output == "10\n10\n")
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func modelsAndMediaAreFoundInFoldersOfSuchNames() async throws {
        let folder = try TemporaryFolder()
        let (models, media) = (SharedMedia.path("models"), SharedMedia.path("media/procedural"))
        let run = try await run(
            """
            cp -r '\(models)' "$N"
            "$F" models verify --model-dir "$N"
            FACECAP_MODELS="$N" "$F" models verify
            "$F" live --json --model-dir "$N" --detector yunet --source synthetic:frames=1,pace=fast
            mkdir -p "$N/m/$N"
            head -20 '\(media)/proc_yaw.csv' > "$N/m/$N/$N.csv"
            cp '\(media)/proc_yaw.mp4' "$N/m/$N/$N.mp4"
            "$F" evaluate "$N/m" --model-dir "$N" --detector yunet
            """, in: folder)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output.contains("caf"), "\(run.output)")
    }

    @Test func messagesShowTheBytesAndJSONStaysText() async throws {
        let folder = try TemporaryFolder()
        let run = try await run(
            """
            \(Self.record)
            "$F" export "$N.mp4" --format coco
            "$F" export "$N.mp4" --format csv -o "$N.csv" || true
            """, in: folder)
        #expect(run.messages == "facecap: caf\\xE9-\\xFF.csv exists; use --force to replace it.\n")
        #expect(run.output.contains("caf\u{FFFD}-\u{FFFD}.mp4"))
    }
}
