# Two commands do everything: `make run` and `make test`.  Each sets up its own .venv first.

PYTHON ?= python3
BIN := .venv/bin
# Quiet unless it fails; compiles nothing that nobody imports.
INSTALL := $(BIN)/pip install --quiet --quiet --no-compile --disable-pip-version-check
# Tests that compute keep two cores busy; what is left to the other suite waits as long as it works, for browsers,
# servers and disks.
IN_TWO := -n 2 --dist worksteal
IN_FIVE := -n 5 --dist worksteal
# The tests start Python hundreds of times: what it compiles is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE
TYPES := $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy src tests examples benchmarks
# The checkers that the quick suite leaves out: pyright, and the types of the page.
CHECKS := $(BIN)/pyright && $(BIN)/python hatch_build.py --check
# All of them, the two that read Python at once, one on each core.
LINT := { { $(CHECKS); } & other=$$!; $(TYPES); mine=$$?; wait $$other && [ $$mine = 0 ]; }
# What lies beside the tests: ruff, mypy, and the page's own tests.
BESIDE := $(TYPES) && $(BIN)/python hatch_build.py --test
# Where no registry gives advisories, nothing was looked at: that is said, and is no failure of the tests.
AUDIT := { $(BIN)/python scripts/audit.py || [ $$? = 2 ]; }
EXAMPLE := examples/ancients-ranged-combat.yaml

.PHONY: help run page static example test test-all types lint coverage ready faults docs golden pictures bench bench-scale soak audit lock inside size clean

help:
	@echo "make run     the page: sets everything up and serves it at http://127.0.0.1:8700"
	@echo "make example answer a real shot: ruling, odds, roll, and its picture in out/"
	@echo "make page    build the page if it is missing or older than its source"
	@echo "make static  build the page that needs no server into out/static; fireline static --with brings a game of your own along"
	@echo "make test    the quick suite: lint, types, rules, odds, server, page; five minutes on two cores"
	@echo "make test-all what make test leaves out: browsers, databases, kills, installs, docs; twenty minutes"
	@echo "make faults  plant faults in a copy, one at a time, and tell which suite finds each"
	@echo "make coverage which lines and branches all the tests run"
	@echo "make lint    ruff, mypy, pyright"
	@echo "make docs    build the documentation site into out/site"
	@echo "make golden  write the golden transcripts, the pictures and outputs in the docs, and the rule coverage page"
	@echo "make pictures take the pictures of the page in the docs, in light, dark and on a phone"
	@echo "make bench   the figures, each beside a named peer, into benchmarks/figures.md"
	@echo "make bench-scale draw how the time of everything about a board grows with its size, into benchmarks/growth.svg"
	@echo "make soak    run the server for twenty minutes (SOAK_MINUTES): memory, kills, 100,000 hostile cases"
	@echo "make audit   report known vulnerabilities in what we install"
	@echo "make lock    lock what the container installs, at its newest versions"
	@echo "make inside  how many files a question crosses, and which imports run in circles"
	@echo "make size    what an install takes on disk, plain and with extras"

run: page
	@$(BIN)/fireline serve

page: .venv/run.stamp
	@$(BIN)/python hatch_build.py

static: .venv/run.stamp
	$(BIN)/python scripts/static.py

example: .venv/run.stamp
	$(BIN)/fireline shoot $(EXAMPLE) --shooter bow --target warriors --seed 7
	@mkdir -p out
	$(BIN)/fireline picture $(EXAMPLE) --shooter bow --target warriors --out out/shot.svg

# The quick suite; its last lines say what it leaves to the other.
test: .venv/test.stamp page static
	@mkdir -p out; began=$$(date +%s); \
	{ $(BESIDE); } > out/beside.log 2>&1 & other=$$!; \
	$(BIN)/python -m pytest $(IN_TWO) --quick; mine=$$?; \
	wait $$other || { cat out/beside.log; mine=1; }; \
	echo "make test: $$(($$(date +%s) - began)) seconds, without setting up"; exit $$mine

# The rest, in the same way.
test-all: .venv/whole.stamp page static
	@began=$$(date +%s); $(CHECKS) && $(BIN)/python -m pytest $(IN_FIVE) --rest && \
	$(BIN)/python tests/soak/run.py --short && $(AUDIT); mine=$$?; \
	echo "make test-all: $$(($$(date +%s) - began)) seconds, without setting up"; exit $$mine

types: .venv/test.stamp page
	$(TYPES)

lint: .venv/whole.stamp page
	$(LINT)

# Tracing every line makes the tests take more than twice as long, and decides nothing: so it is asked for by itself.
coverage: .venv/whole.stamp page static
	rm -f .coverage .coverage.*
	$(BIN)/coverage run --parallel-mode -m pytest $(IN_FIVE)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

docs: .venv/whole.stamp
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs out/site
	@echo "Open out/site/index.html"

golden: .venv/whole.stamp
	$(BIN)/python tests/golden/regenerate.py
	$(BIN)/python tests/documents.py
	$(BIN)/python tests/rule_coverage.py --write

pictures: .venv/whole.stamp page
	PYTHONPATH=tests $(BIN)/python -m browser.pictures

bench: .venv/bench.stamp page
	$(BIN)/python benchmarks

bench-scale: .venv/whole.stamp
	$(BIN)/python benchmarks/bench_scale.py

soak: .venv/whole.stamp page
	$(BIN)/python tests/soak/run.py

# What faults are planted in: everything that both suites need.
ready: .venv/whole.stamp page static

faults: ready
	$(BIN)/python scripts/faults

# What the container installs, each file by its hash; everybody else takes what the bounds of pyproject.toml allow.
lock: .venv/whole.stamp
	$(BIN)/uv pip compile pyproject.toml --extra server --extra postgres --extra 3d --extra png --python-version 3.13 \
	  --python-platform linux --generate-hashes --no-annotate --custom-compile-command "make lock" --quiet --upgrade \
	  --output-file deploy/requirements.txt

audit: .venv/whole.stamp
	$(BIN)/python scripts/audit.py

inside: .venv/whole.stamp
	@$(BIN)/python scripts/inside.py

size: .venv/run.stamp
	@for extra in '' '[3d]' '[server]' '[all]'; do rm -rf out/size; \
	  $(BIN)/pip install --quiet --disable-pip-version-check --target out/size ".$$extra" || exit 1; \
	  printf '%4s MB  fireline%s\n' $$(du -sm out/size | cut -f1) "$$extra"; done; rm -rf out/size

clean:
	rm -rf .venv web/node_modules web/generated src/fireline/server/page src/fireline/server/offline_page out .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/run.stamp: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Fireline needs Python 3.11 or newer; name one with: make PYTHON=python3.12 run" >&2; exit 2; }
	@echo "Setting up .venv (once, a minute, 400 MB)..."
	@$(PYTHON) -m venv .venv
	@$(INSTALL) --editable '.[server,3d,png]'
	@touch $@

# The browser's driver runs on the Node that builds the page, where there is one: its own copy is 144 MB.
.venv/test.stamp: .venv/run.stamp
	@echo "Installing what the quick suite needs (once)..."
	@$(INSTALL) --upgrade 'pip>=25.1'
	@$(INSTALL) --editable '.[3d,agents,client,maps,mcp,png,server]' --group test
	@! command -v node >/dev/null || rm -f .venv/lib/python*/site-packages/playwright/driver/node
	@$(call debian,chromium-headless-shell,chromium-headless-shell,flows of the page)
	@touch $@

.venv/whole.stamp: .venv/test.stamp
	@echo "Installing what the rest of the tests needs (once)..."
	@$(INSTALL) --editable '.[all]' --group whole
	@$(call debian,firefox-esr,firefox-esr,tests in Firefox)
	@$(call debian,strace,strace,kills at system calls)
	@$(call debian,/usr/lib/postgresql/*/bin/pg_ctl,postgresql,tests of PostgreSQL)
	@touch $@

# A program of Debian's, installed where that is allowed; else one line says which tests are left out.
debian = command -v $(1) >/dev/null 2>&1 || ls $(1) >/dev/null 2>&1 \
  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update --quiet=2 >/dev/null \
       && DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --no-install-recommends $(2) >/dev/null 2>&1; } \
  || echo "No $(2), so no $(3): install it with 'apt-get install $(2)' as root."

.venv/bench.stamp: .venv/whole.stamp
	@$(INSTALL) --editable '.[all]' --group bench
	@touch $@
