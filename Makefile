# Two commands do everything: `make run` and `make test`.  Each sets up its own .venv first.

PYTHON ?= python3
BIN := .venv/bin
# Daily work keeps two cores busy; what is slow waits as long as it works, for browsers, servers and disks.
IN_TWO := -n 2 --dist worksteal
IN_FOUR := -n 4 --dist worksteal
# The tests start Python hundreds of times: what it compiles is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE
TYPES := $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy src tests examples benchmarks
EXAMPLE := examples/ancients-ranged-combat.yaml

.PHONY: help run page static example check quick test types lint pytest coverage docs golden bench bench-scale soak audit size clean

help:
	@echo "make run     the page: sets everything up and serves it at http://127.0.0.1:8700"
	@echo "make example answer a real shot: ruling, odds, roll, and its picture in out/"
	@echo "make page    build the page if it is missing or older than its source"
	@echo "make static  build the page that needs no server into out/static, for any host of files"
	@echo "make check   lint, types, and the quick tests: what a change needs in daily work"
	@echo "make test    lint, types, all tests, docs: what continuous integration runs"
	@echo "make coverage which lines and branches all the tests run"
	@echo "make lint    ruff, mypy, pyright"
	@echo "make docs    build the documentation site into out/site"
	@echo "make golden  write the golden transcripts and the rule coverage page anew"
	@echo "make bench   the figures, each beside a named peer, into docs/figures.md"
	@echo "make bench-scale how everything about a board grows with its battle, drawn into docs/growth.svg, in five minutes"
	@echo "make soak    what the server comes to in twenty minutes (SOAK_MINUTES): memory, kills, 100,000 hostile cases"
	@echo "make audit   whether anything we install is known to be unsafe, and whether anybody could be asked"
	@echo "make size    what an install takes on disk, plain and with extras"

run: page
	$(BIN)/fireline serve

page: .venv/run.stamp
	$(BIN)/python hatch_build.py

static: .venv/run.stamp
	$(BIN)/python scripts/static.py

example: .venv/run.stamp
	$(BIN)/fireline shoot $(EXAMPLE) --shooter bow --target warriors --seed 7
	@mkdir -p out
	$(BIN)/fireline picture $(EXAMPLE) --shooter bow --target warriors --out out/shot.svg

# One core would wait while the other looks at types.
check: .venv/test.stamp page
	@$(MAKE) --no-print-directory --jobs=2 types quick

quick:
	$(BIN)/python -m pytest $(IN_TWO) -m "not slow"

test: lint pytest

types: .venv/test.stamp page
	$(TYPES)

# Both checkers at once, one on each core.
lint: .venv/test.stamp page
	$(BIN)/pyright & other=$$!; $(TYPES); mine=$$?; wait $$other && exit $$mine
	$(BIN)/python hatch_build.py --check

pytest: .venv/test.stamp .venv/browser.stamp .venv/strace.stamp page static
	$(BIN)/python -m pytest $(IN_FOUR)

# Tracing every line makes the tests take more than twice as long, and decides nothing: so it is asked for by itself.
coverage: .venv/test.stamp .venv/browser.stamp .venv/strace.stamp page static
	rm -f .coverage .coverage.*
	$(BIN)/coverage run --parallel-mode -m pytest $(IN_FOUR)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

docs: .venv/test.stamp
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs out/site
	@echo "Open out/site/index.html"

golden: .venv/test.stamp
	$(BIN)/python tests/golden/regenerate.py
	$(BIN)/fireline picture $(EXAMPLE) --shooter bow --target warriors --out docs/shot.svg
	$(BIN)/fireline picture examples/blightmeer-village.yaml -s lookout -t brute --eye --out docs/eye.svg
	$(BIN)/python tests/documents.py
	$(BIN)/python tests/rule_coverage.py --write
	$(BIN)/python tests/browser/api_types.py --write

bench: .venv/bench.stamp .venv/browser.stamp page
	$(BIN)/python benchmarks

bench-scale: .venv/test.stamp
	$(BIN)/python benchmarks/bench_scale.py

soak: .venv/test.stamp page
	$(BIN)/python tests/soak/run.py

audit: .venv/audit.stamp
	$(BIN)/python scripts/audit.py

size: .venv/run.stamp
	@for extra in '' '[3d]' '[server]' '[all]'; do rm -rf out/size; \
	  $(BIN)/pip install --quiet --disable-pip-version-check --target out/size ".$$extra" || exit 1; \
	  printf '%4s MB  fireline%s\n' $$(du -sm out/size | cut -f1) "$$extra"; done; rm -rf out/size

clean:
	rm -rf .venv web/node_modules src/fireline/server/page src/fireline/server/offline_page out .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/run.stamp: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Fireline needs Python 3.11 or newer; name one with: make PYTHON=python3.12 run" >&2; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/pip install --quiet --editable '.[server,3d,png]'
	@touch $@

.venv/test.stamp: .venv/run.stamp
	$(BIN)/pip install --quiet --editable '.[all]' --group test --group lint --group docs
	$(BIN)/pip install --quiet --no-deps --editable tests/toy
	@touch $@

# The tests drive real browsers: installed where that is allowed, else named in one line and left out.
.venv/browser.stamp: .venv/test.stamp
	@for browser in chromium-headless-shell firefox-esr; do command -v $$browser >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update --quiet=2 >/dev/null \
	       && DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --no-install-recommends $$browser >/dev/null; } \
	  || echo "No $$browser, so none of its tests: install it with 'apt-get install $$browser' as root."; done
	@touch $@

# The tests kill commands at each system call: strace does it, installed in the same way, on Linux.
.venv/strace.stamp: .venv/test.stamp
	@command -v strace >/dev/null || [ "$$(uname)" != Linux ] \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update --quiet=2 >/dev/null \
	       && DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --no-install-recommends strace >/dev/null; } \
	  || echo "No strace, so no kills at system calls: install it with 'apt-get install strace' as root."
	@touch $@

.venv/bench.stamp: .venv/test.stamp
	$(BIN)/pip install --quiet --editable '.[all]' --group bench
	@touch $@

.venv/audit.stamp: .venv/test.stamp
	$(BIN)/pip install --quiet --editable '.[all]' --group audit
	@touch $@
