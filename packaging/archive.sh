#!/usr/bin/env bash
# Builds a release and packs it: the stripped binary, man pages, completions,
# licences. Also leaves them in target/package, where `cargo deb` takes them from.
#
#   packaging/archive.sh warploom-v0.1.0-x86_64-linux
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:?the name of the archive}
cargo build --profile dist --locked
package=target/package-files
rm -rf "$package"
mkdir -p "$package/man" "$package/completions"
cp target/dist/warploom "$package/warploom"
"$package/warploom" man > "$package/man/warploom.1"
for page in docs/commands/*.md; do
    command=$(basename "$page" .md)
    "$package/warploom" man "$command" > "$package/man/warploom-$command.1"
done
for shell in bash zsh fish; do
    "$package/warploom" completions "$shell" > "$package/completions/warploom.$shell"
done
cp README.md CHANGELOG.md LICENSE* "$package/" 2> /dev/null || true
rm -rf "target/$name"
cp -r "$package" "target/$name"
tar -C target -cJf "$name.tar.xz" "$name"
echo "$name.tar.xz: $(du -h "$package/warploom" | cut -f1) binary"
