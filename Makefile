# What people do with facecap; `make help` lists it.
PREFIX ?= /usr/local
DESTDIR ?=
MEDIA ?= $(FACECAP_SHARED)/media/procedural
FACECAP = .build/release/facecap
SOURCES = Sources Tests Benchmarks/Sources Examples Package.swift

.PHONY: help packages build live test evaluate bench bench-memory install lint clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

packages:
	@Scripts/install-packages

build: packages ## build a release
	swift build -c release --product facecap

live: build ## ten seconds of faces as JSON, from the first camera or the synthetic one
	@$(FACECAP) models fetch || echo "going on without it" >&2
	$(FACECAP) live --json --duration 10s

test: packages ## all tests
	swift build --build-tests
	swift test --skip-build

evaluate: build ## measure detection, ids and angles: make evaluate MEDIA=folder
	$(FACECAP) evaluate $(MEDIA)

bench: build ## what facecap costs, as a table
	swift build -c release --package-path Benchmarks
	Benchmarks/.build/release/FacecapBenchmarks $(CURDIR)/$(FACECAP)

bench-memory: build ## resident memory over ten minutes
	swift build -c release --package-path Benchmarks
	Benchmarks/.build/release/FacecapBenchmarks $(CURDIR)/$(FACECAP) memory

install: build ## install program, manual, manifest and completions below PREFIX
	install -Dm755 $(FACECAP) $(DESTDIR)$(PREFIX)/bin/facecap
	install -Dm644 models/manifest.json $(DESTDIR)$(PREFIX)/share/facecap/models/manifest.json
	install -d $(DESTDIR)$(PREFIX)/share/man/man1
	$(FACECAP) man > $(DESTDIR)$(PREFIX)/share/man/man1/facecap.1
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	$(FACECAP) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/facecap
	install -d $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	$(FACECAP) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_facecap
	install -d $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(FACECAP) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/facecap.fish

lint: ## check the format of every Swift file
	swift format lint --strict --recursive $(SOURCES)

clean: ## remove what was built
	rm -rf .build Benchmarks/.build Examples/*/.build
