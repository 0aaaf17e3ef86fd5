#!/usr/bin/env bash
# Builds the book of the documents with mdBook, and prints its first page: scripts/book.sh [FOLDER]
#
# FOLDER is target/book by default. It contains the pages in docs/ and the files of the repository that
# the pages link to, at the same relative places, so the folder can be moved or served as it is. mdBook is the version of
# scripts/install-test-tools.sh, or the one on the path.
set -euo pipefail
cd "$(dirname "$0")/.."
book=${1:-target/book}

mdbook=(target/test-tools/mdbook-*/mdbook)
[ -x "${mdbook[0]}" ] || mdbook=(mdbook)
command -v "${mdbook[0]}" >/dev/null || {
    echo "$0: mdbook not found; run scripts/install-test-tools.sh or cargo install mdbook" >&2
    exit 1
}

mkdir -p "$book"
book=$(cd "$book" && pwd)
"${mdbook[0]}" build docs --dest-dir "$book/docs"

# The links of the pages to files outside of docs/.
find docs -name '*.md' | while read -r page; do
    grep -oE '\]\((\.\./)+[^)#]+' "$page" | sed 's/^](//' | while read -r link; do
        realpath --relative-to=. "$(dirname "$page")/$link"
    done || true
done | grep -v '^docs/' | sort -u | while read -r file; do
    mkdir -p "$book/$(dirname "$file")"
    cp "$file" "$book/$file"
done
echo "$book/docs/index.html"
