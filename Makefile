PREFIX ?= /usr/local
DESTDIR ?=
# A folder with videos and images and the CSV files of their faces.
MEDIA ?= $(if $(FACECAP_SHARED),$(FACECAP_SHARED)/media/procedural,../shared/media/procedural)

# The networks' inner loops are of no use unoptimised, so C++ is optimised in debug builds too.
OPTIMIZED_CXX := -Xcxx -O2
BINARY := .build/release/facecap
BENCHMARKS := Benchmarks/.build/release/FacecapBenchmarks
# A cached manifest would not see files that are new in the package above.
BUILD_BENCHMARKS := swift build -c release --package-path Benchmarks --disable-build-manifest-caching
# In the tree of the tests, whose modules are built already.
BUILD_BESIDE_TESTS := swift build --scratch-path .build --disable-build-manifest-caching $(OPTIMIZED_CXX) --package-path
# Seconds that `make fuzz` takes, and which fuzzers it runs; all where none is named.
FUZZ_SECONDS ?= 300
FUZZERS ?=
# Recordings that `make test-crash` kills.
KILLS ?= 200
SHARE := $(DESTDIR)$(PREFIX)/share
MODELS := $(SHARE)/facecap/models
SOURCES := Package.swift models/manifest.json $(shell find Sources -type f)
# Without a need for the toolchain's libraries, so that the program can be moved.
RELEASE := swift build -c release --static-swift-stdlib --product facecap

# Where the shared media are, their models serve.
ifdef FACECAP_SHARED
evaluate bench bench-plot bench-memory fuzz smoke: export FACECAP_MODELS ?= $(FACECAP_SHARED)/models
endif

.DEFAULT_GOAL := help
.PHONY: help setup live release build-tests test test-devices test-sanitize test-crash test-python bench bench-plot bench-memory evaluate fuzz smoke install uninstall lint clean

help: ## show this
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup:
	@Scripts/setup

live: setup ## build, and show the faces before the first camera, or drawn ones, for ten seconds as JSON Lines
	@$(RELEASE) >&2
	@$(BINARY) models fetch >&2 || echo 'make: going on without a model' >&2
	@if $(BINARY) devices --json | grep -q '"type":"camera"'; then source=auto; \
	else source=synthetic; echo 'make: no camera is there: showing the synthetic camera' >&2; fi; \
	$(BINARY) live --json --duration 10s --source $$source
	@echo 'make: the program is $(CURDIR)/$(BINARY)' >&2
	@echo 'make: try it: $(BINARY) live --source synthetic, or $(BINARY) --help' >&2
	@echo 'make: sudo make install puts it into $(PREFIX)/bin, with its manual, completions and model' >&2

release: setup ## build the program as users get it
	$(RELEASE)

build-tests:
	swift build --build-tests $(OPTIMIZED_CXX)

test: ## run all tests: FACECAP=program, else the one that is built with them
	@Scripts/setup --with-tests
	@Scripts/setup-consumers
	Scripts/test

test-devices: ## test with real drivers of cameras and sound cards, as root: FACECAP_SHARED=folder
	@Scripts/setup --with-tests
	@$(MAKE) --no-print-directory build-tests
	Scripts/test-devices

test-sanitize: ## test what has threads or C below the sanitizers of addresses and of threads
	@Scripts/setup --with-tests
	Scripts/test-sanitize

test-crash: ## kill recordings at random moments, and look at what is left: KILLS=200
	@Scripts/setup --with-tests
	FACECAP_CRASH_COUNT=$(KILLS) Scripts/test --filter FacecapCommandsTests.CrashTests

test-python: ## test the Python package: FACECAP=program, else that of the tests
	@Scripts/setup --with-tests
	@[ -n "$$FACECAP" ] || $(MAKE) --no-print-directory build-tests
	Scripts/test-python

bench: ## measure speed and print tables
	@Scripts/setup --with-tests
	@$(RELEASE) >&2
	@$(BUILD_BENCHMARKS) >&2
	@$(BENCHMARKS) $(CURDIR)/$(BINARY)

bench-plot: setup ## draw docs/images/cost.svg: how cost grows
	@$(BUILD_BENCHMARKS) >&2
	@$(BENCHMARKS) $(CURDIR)/$(BINARY) growth docs/images/cost.svg

bench-memory: setup ## measure resident memory of a recorded hour, and over ten minutes
	@$(RELEASE) >&2
	@$(BUILD_BENCHMARKS) >&2
	@$(BENCHMARKS) $(CURDIR)/$(BINARY) memory

evaluate: setup ## measure what is found and how exactly: MEDIA=folder
	@$(RELEASE) >&2
	@$(BINARY) evaluate "$(MEDIA)"

smoke: ## make the documentation, compare the public symbols, compile the Swift of README and docs, build example, benchmarks and fuzzers, and run each for a moment
	@Scripts/setup --with-tests
	@$(MAKE) --no-print-directory build-tests
	Scripts/build-documentation
	Scripts/public-symbols
	Scripts/compile-snippets
	@$(BUILD_BESIDE_TESTS) Examples/FaceCounter
	.build/debug/FaceCounter | tail -1 | grep -x '3 faces in 90 frames'
	@$(BUILD_BESIDE_TESTS) Benchmarks
	@if [ -n "$$FACECAP_MODELS" ]; then .build/debug/FacecapBenchmarks .build/debug/facecap network; \
	else echo 'make: the benchmarks were not run: set FACECAP_SHARED' >&2; fi
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=40

fuzz: ## read and edit damaged files until something breaks: FUZZ_SECONDS=300 FUZZERS=Photo
	@Fuzzing/run $(FUZZ_SECONDS) $(FUZZERS)

$(BINARY): $(SOURCES)
	@Scripts/setup
	$(RELEASE)
	@touch $@

install: $(BINARY) ## install program, fetched models, manual, completions: PREFIX=/usr/local DESTDIR=
	install -D -s -m 755 $(BINARY) "$(DESTDIR)$(PREFIX)/bin/facecap"
	install -D -m 644 models/manifest.json "$(MODELS)/manifest.json"
	Scripts/install-models $(BINARY) "$(MODELS)"
	install -d "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" \
		"$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	$(BINARY) man > "$(SHARE)/man/man1/facecap.1"
	$(BINARY) completions bash > "$(SHARE)/bash-completion/completions/facecap"
	$(BINARY) completions zsh > "$(SHARE)/zsh/site-functions/_facecap"
	$(BINARY) completions fish > "$(SHARE)/fish/vendor_completions.d/facecap.fish"

uninstall: ## remove what install put there: PREFIX=/usr/local DESTDIR=
	rm -f "$(DESTDIR)$(PREFIX)/bin/facecap" "$(SHARE)/man/man1/facecap.1" \
		"$(SHARE)/bash-completion/completions/facecap" "$(SHARE)/zsh/site-functions/_facecap" \
		"$(SHARE)/fish/vendor_completions.d/facecap.fish"
	rm -f "$(MODELS)/manifest.json" "$(MODELS)"/LICENSE.* "$(MODELS)"/*.onnx "$(MODELS)"/*.tflite
	rmdir --ignore-fail-on-non-empty "$(MODELS)" "$(SHARE)/facecap" 2>/dev/null || true

lint: ## check the style, that imports go one way, and the names in comments
	Scripts/module-graph >/dev/null
	Scripts/license-headers
	Scripts/documentation-names
	swift format lint --strict --parallel -r Package.swift Sources Tests \
		Benchmarks/Package.swift Benchmarks/Sources Examples Fuzzing/*/*.swift
	for script in Scripts/setup* Scripts/test* Scripts/install-* .ci/run Fuzzing/make-corpus Fuzzing/run; do bash -n $$script || exit 1; done

clean: ## remove what was built
	rm -rf .build Benchmarks/.build Fuzzing/.build
