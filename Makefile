# Every target makes what it needs: a virtual environment in .venv, the package built and installed
# there. The package is built anew whenever a source, the compiler's name or its flags changed.

PYTHON ?= python3
PACKAGES := core play saves training tui variants
# What lies in the package itself, beside those.
TOP := __init__.py __main__.py py.typed
BIN := .venv/bin
# The folders as one package, by links; a clone has them, an sdist gets them here.
PURE := .checkout
# Processes that run the tests: more than cores, since some tests wait for others.
WORKERS ?= $(shell expr 1 + $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2))
# By default glibc keeps the hash tables of engines that are gone: workers grew to over a gigabyte. Giving
# back smaller pieces as well made tests of engines a tenth slower.
PYTEST := MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=4194304 $(BIN)/pytest -n $(WORKERS)

# The user's PYTHONPATH must not decide which makachess is run or tested; and processes that the tests
# start, hundreds of them, must not each compile the sources.
unexport PYTHONPATH PYTHONDONTWRITEBYTECODE

.PHONY: help play generated test test-slow test-pure test-long test-bytes test-faults test-training test-lowest dist sbom deb lock release-ready fuzz check lint format bench screenshots snapshots clean FORCE
.DELETE_ON_ERROR:

help:
	@echo 'make play       install makachess into .venv and open it'
	@echo 'make test       the tests, on the installed package'
	@echo 'make test-slow  stories in the started program, and walks through all screens and games'
	@echo 'make test-pure  the tests of what the uncompiled kernel could change'
	@echo 'make test-long  the tests that take minutes'
	@echo 'make test-bytes  what each screen sends to the terminal, against its budget'
	@echo 'make test-faults  what should break the promises of docs/reliability.md (SCALE=small: seconds)'
	@echo 'make test-training  the tests of learning a game'
	@echo 'make test-lowest  the app with the lowest versions of what it needs'
	@echo 'make dist       source distribution and wheel in dist, checked and installed with pipx'
	@echo 'make sbom       what is installed with makachess, for programs, in build/sbom.cdx.json'
	@echo 'make deb        the Debian package in build/deb, checked (DEBEMAIL=you@example.org)'
	@echo 'make lock       uv.lock, the versions that developers get'
	@echo 'make fuzz       a minute of random inputs for all that reads (COUNT=1000000: all of them)'
	@echo 'make check      format, lint, types, import contracts, and the tests'
	@echo 'make lint       the same without the tests'
	@echo 'make format     put the sources into the form that make check asks for'
	@echo 'make bench      the benchmarks, each printing its figures'
	@echo 'make generated  manual page, completions and parts of docs that are made from the sources'
	@echo 'make screenshots  the pictures in docs/pictures'
	@echo 'make site       the site in build/site/html, and what is wrong with its links'
	@echo 'make snapshots  take what the screens look like now for what they should look like'
	@echo 'make clean      remove all that these targets made, .venv included'

play: .venv/installed
	@$(BIN)/makachess

test: .venv/installed .venv/tools.txt
	$(PYTEST) --ignore=tests/training

test-slow: .venv/installed .venv/tools.txt
	$(PYTEST) -m 'slow and not long'

test-long: .venv/installed .venv/tools.txt
	$(PYTEST) -m long

# At a real terminal, whose bytes come as the machine has time: so it is no part of the tests.
test-bytes: .venv/installed .venv/tools.txt
	$(BIN)/python benchmarks/interface.py

# Kills, full disks, hostile engines.
SCALE ?= full
test-faults: .venv/installed .venv/tools.txt
	$(PYTEST) -m faults --scale=$(SCALE) tests/faults

test-training: .venv/installed .venv/tools.txt .venv/training.txt
	$(PYTEST) tests/training

# In an environment of its own, with the lowest versions that pyproject.toml names.
LOWEST_TESTS := tests/tui/dialogs tests/tui/snapshots tests/tui/text tests/tui/panes \
  tests/tui/keys/test_keys.py tests/tui/screens/test_game_screen.py tests/tui/screens/test_resizing.py \
  tests/tui/terminal/test_painter.py tests/tui/test_cli.py \
  tests/tui/test_completion.py tests/play/test_settings.py
define lowest
import tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
needed = [one.partition(",")[0].replace(">=", "==") for one in project["dependencies"]]
print(*needed, *project["optional-dependencies"]["test"], sep="\n")
endef
export lowest
test-lowest: .venv/installed
	@[ -e build/lowest/pyvenv.cfg ] || $(BIN)/python -m venv build/lowest
	@$(BIN)/python -c "$$lowest" >build/lowest.txt
	@build/lowest/bin/pip install -q -r build/lowest.txt
	@build/lowest/bin/pip install -q --no-deps --no-index --force-reinstall build/wheel/*.whl
	build/lowest/bin/pytest -q -n $(WORKERS) $(LOWEST_TESTS)

COUNT ?= 10000
SEED ?= 1
fuzz: .venv/installed .venv/tools.txt
	PYTHONPATH=tests:benchmarks $(BIN)/python -m fuzz --count $(COUNT) --seed $(SEED)

# With the date of the last commit the wheel is the same, byte for byte, wherever it is made. auditwheel
# has nothing to say about a wheel without compiled modules.
same = umask 022; SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 1700000000)}
dist: .venv/installed .venv/tools.txt .venv/release.txt
	rm -rf dist
	@echo 'building both in dist; what is said meanwhile goes to build/dist.log'
	@$(same) PYTHONPATH=$(CURDIR)/build/tools $(BIN)/python -m build --no-isolation >build/dist.log 2>&1 || \
	  { tail -n 30 build/dist.log; exit 1; }
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/*.whl
	@for wheel in dist/*-linux_*.whl; do \
	  if $(BIN)/python -m zipfile -l "$$wheel" 2>/dev/null | grep -q '[.]so '; then \
	    $(same) PATH=$(BIN):$$PATH $(BIN)/auditwheel repair -w dist "$$wheel" && rm "$$wheel" || exit 1; \
	  fi; done
	$(BIN)/pytest -m dist tests/test_dist.py tests/test_packaging.py

# Of an environment with what makachess needs, and nothing else.
sbom: .venv/installed .venv/release.txt
	@[ -e build/runtime/pyvenv.cfg ] || $(BIN)/python -m venv --without-pip build/runtime
	@$(BIN)/pip --python build/runtime/bin/python install -q --upgrade build/wheel/*.whl
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
	  -o build/sbom.cdx.json build/runtime/bin/python

# As Debian builds it, without a network: takes debhelper, dh-python, pybuild-plugin-pyproject, cython3
# (3.1 or newer), python3-all-dev and lintian. Which request an upload answers, only the uploader knows.
version = $$($(PYTHON) -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
deb:
	@[ -n '$(DEBEMAIL)' ] || { echo 'whose package is it? make deb DEBEMAIL=you@example.org' >&2; exit 1; }
	@rm -rf build/deb && mkdir -p build/deb
	@folder=makachess-$(version) && mkdir build/deb/$$folder && \
	  git archive HEAD | tar -x -C build/deb/$$folder --exclude=packaging/debian && \
	  tar -czf build/deb/makachess_$(version).orig.tar.gz -C build/deb $$folder && \
	  cp -r packaging/debian build/deb/$$folder/ && cd build/deb/$$folder && \
	  sed -i 's/@MAINTAINER@/the makachess authors <$(DEBEMAIL)>/; s/@VERSION@/'$(version)'/' debian/control debian/changelog && \
	  dpkg-buildpackage -us -uc && \
	  lintian --info --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs ../*.changes

lock: .venv/release.txt
	$(BIN)/uv lock

# What only a publisher can know has been filled in, and the tag says what the version is.
release-ready:
	@! grep -n 'makachess[.]invalid' pyproject.toml || \
	  { echo 'pyproject.toml: put the real addresses in the place of these' >&2; exit 1; }
	@[ '$(TAG)' = "v$(version)" ] || \
	  { echo "the tag is '$(TAG)', the version $(version): the tag should be v$(version)" >&2; exit 1; }

# The folders first on the path shadow the installed package, so nothing compiled is imported.
# What could differ, in a minute: counts of positions, a game of every variant, nets, and engines.
PURE_TESTS := tests/core/test_perft.py tests/core/test_walks.py tests/core/test_null_moves.py \
  tests/core/test_crosscheck.py::test_along_random_games tests/core/engine/test_net.py \
  tests/core/engine/test_stopping.py tests/play/test_engines.py tests/play/test_engine_process.py
test-pure: .venv/installed .venv/tools.txt $(PURE)
	@find $(PACKAGES) \( -name '*.so' -o -name '*.c' \) -delete
	@PYTHONPATH=$(PURE) $(BIN)/python -c \
	  'from makachess.core import COMPILED; assert not COMPILED, "the kernel imported is compiled"'
	PYTHONPATH=$(PURE) $(PYTEST) $(PURE_TESTS)

check: lint test

# By the schemas that come with it, without a network.
check_schema = $(BIN)/check-jsonschema -q --builtin-schema vendor.

lint: .venv/tools.txt .venv/runtime.txt $(PURE)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(site)
	PYTHONPATH=$(PURE) $(BIN)/lint-imports --no-logo
	$(BIN)/mypy
	$(BIN)/basedpyright -p examples
	@$(check_schema)github-workflows .github/workflows/*.yml
	@$(check_schema)github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
	@$(check_schema)github-issue-config .github/ISSUE_TEMPLATE/config.yml
	@$(check_schema)dependabot .github/dependabot.yml
	@$(check_schema)citation-file-format CITATION.cff

format: .venv/tools.txt
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

snapshots: .venv/installed .venv/tools.txt
	RENEW_SNAPSHOTS=1 $(PYTEST) tests/tui/snapshots

screenshots: .venv/installed
	@$(BIN)/python docs/screenshots.py

# Read from the sources, as the lint is. It has no pictures for light pages until `make site` draws them.
define site
@PYTHONPATH=$(PURE) $(BIN)/python docs/website.py
@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
endef
.PHONY: site
site: .venv/tools.txt .venv/runtime.txt $(PURE) build/site/light.txt
	$(site)

build/site/light.txt: .venv/installed docs/screenshots.py docs/screenshots.pgn docs/svg.py
	$(BIN)/python docs/screenshots.py --light build/site/light
	@touch $@

bench: .venv/installed .venv/tools.txt
	@for script in $$(grep -l "__main__" benchmarks/*.py); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

# The build takes manual and completions in, so the sources make them, not the installed package.
# The prose of docs/variants.md, betza.md and tables.md is written by hand: only marked parts are renewed.
COMPLETE := import sys; sys.argv = ["makachess"]; from makachess.tui.program import main; main()
generated: .venv/runtime.txt $(PURE)
	@PYTHONPATH=$(PURE) $(BIN)/python docs/manpage.py > docs/makachess.1.new
	@mv docs/makachess.1.new docs/makachess.1
	@for shell in bash/makachess zsh/_makachess fish/makachess.fish; do \
	  PYTHONPATH=$(PURE) _MAKACHESS_COMPLETE=$${shell%/*}_source $(BIN)/python -c '$(COMPLETE)' \
	  >packaging/completions/$${shell#*/} || exit 1; done
	@PYTHONPATH=$(PURE) $(BIN)/python docs/variants.py
	@PYTHONPATH=$(PURE) $(BIN)/python docs/tables.py

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find $(PACKAGES) \( -name '*.so' -o -name '*.c' \) -delete
	find .checkout $(PACKAGES) package tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

# The virtual environment.

.venv/pyvenv.cfg:
	@command -v $(PYTHON) >/dev/null || \
	  { echo 'makachess needs Python 3.11 or newer; "$(PYTHON)" is not there.' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "makachess needs Python 3.11 or newer; this is $$($(PYTHON) -V 2>&1)." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo 'This Python cannot make virtual environments; on Debian and Ubuntu run:' \
	         'sudo apt install python3-venv' >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

comma := ,
# A file until it takes its name; of each make its own, since two may run at once.
new = $@.$$PPID
# pip reads requirements from a project only while it builds it, which is done below without pip's
# isolated environment; so they are copied from pyproject.toml ($(1): where from, $(2): options for
# pip), and installed if they changed.
define require
@mkdir -p build
@$(BIN)/python -c \
  'import tomllib; p = tomllib.load(open("pyproject.toml", "rb")); print(*$(1), sep="\n")' > $(new)
@cmp -s $(new) $@ || { set -x; $(BIN)/pip install -q $(2) -r $(new); }
@mv $(new) $@
endef

.venv/runtime.txt: .venv/pyvenv.cfg pyproject.toml
	$(call require,p["project"]["dependencies"])

.venv/tools.txt: .venv/pyvenv.cfg pyproject.toml
	$(call require,[r for name$(comma) extra in p["project"]["optional-dependencies"].items() if name not in ("training"$(comma) "release") for r in extra])

.venv/training.txt: .venv/pyvenv.cfg pyproject.toml
	$(call require,p["project"]["optional-dependencies"]["training"])

.venv/release.txt: .venv/pyvenv.cfg pyproject.toml
	$(call require,p["project"]["optional-dependencies"]["release"])

# Cython and setuptools stay out of .venv: the package must run without them.
build/tools.txt: .venv/pyvenv.cfg pyproject.toml
	$(call require,p["build-system"]["requires"],--upgrade --target build/tools)

# The package.

# Checksums, not dates: a removed file or an older copy counts as a change as well. These two files
# are rewritten only when their text differs.
checksums = find $(1) -type f ! -path '*/__pycache__/*' ! -name '*.c' ! -name '*.so' -exec cksum {} +
settings = $(BIN)/python -VV; env | grep -E '^(CC|CFLAGS|CPPFLAGS|LDFLAGS|LDSHARED)=' || true

build/inputs.txt: FORCE
	@mkdir -p build
	@$(call checksums,$(PACKAGES) package packaging/completions pyproject.toml setup.py README.md LICENSE docs/makachess.1) | sort > $(new)
	@cmp -s $(new) $@ && rm $(new) || mv $(new) $@

# When the kernel changes nothing compiled survives, not even if the compiler fails.
build/kernel.txt: build/tools.txt FORCE
	@mkdir -p build
	@{ $(call checksums,core/kernel core/include setup.py build/tools.txt) | sort; $(settings); } > $(new)
	@cmp -s $(new) $@ && rm $(new) || { rm -rf build/lib* build/temp* && mv $(new) $@; }

build/wheel.txt: build/tools.txt build/inputs.txt build/kernel.txt
	@rm -rf build/wheel *.egg-info
	@find build -path 'build/lib*' -type f ! -name '*.so' -delete
	PYTHONPATH=build/tools $(BIN)/pip wheel -q --no-build-isolation --no-deps -w build/wheel \
	  --log build/wheel.log .
	@rm -rf *.egg-info && ls build/wheel > $@
	@ls build/lib*/makachess/core/kernel/*.so >/dev/null 2>&1 || \
	  echo 'The kernel is not compiled: all works, but slower. The reason is in build/wheel.log.'

.venv/installed: build/wheel.txt .venv/runtime.txt
	$(BIN)/pip install -q --no-deps --no-index --force-reinstall build/wheel/*.whl
	@touch $@

$(PURE): FORCE
	@mkdir -p $@/makachess
	@for part in $(PACKAGES) $(addprefix package/,$(TOP)); do \
	  [ -e $@/makachess/$${part##*/} ] || ln -s ../../$$part $@/makachess/; done
