#!/usr/bin/env bash
# Builds a release and packs it: the stripped binary, man pages, completions,
# licences. Also leaves them in target/package-files, where `cargo deb` takes them from.
#
#   packaging/archive.sh warploom-v0.1.0-x86_64-linux
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:?the name of the archive}
# Nobody waits for a release to learn at its end that it cannot be packed.
if ! command -v xz > /dev/null; then
    echo "xz is missing: install it (xz-utils on Debian)" >&2
    exit 1
fi
# What a stripped binary may have: it is downloaded for one command in a Makefile.
most=15000000
cargo build --profile dist --locked
package=target/package-files
rm -rf "$package"
mkdir -p "$package/man" "$package/completions"
cp "${CARGO_TARGET_DIR:-target}/dist/warploom" "$package/warploom"
size=$(stat -c %s "$package/warploom")
if [ "$size" -gt "$most" ]; then
    echo "$package/warploom: $size bytes, and $most are allowed; Cargo.toml says what is built for size" >&2
    exit 1
fi
"$package/warploom" man > "$package/man/warploom.1"
for page in docs/commands/*.md; do
    command=$(basename "$page" .md)
    "$package/warploom" man "$command" > "$package/man/warploom-$command.1"
done
for shell in bash zsh fish; do
    "$package/warploom" completions "$shell" > "$package/completions/warploom.$shell"
done
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$package/"
rm -rf "target/$name"
cp -r "$package" "target/$name"
tar -C target -cJf "$name.tar.xz" "$name"
echo "$name.tar.xz: a binary of $size bytes"
