#!/bin/sh
# Installs Galley from a release, or removes it: see usage below. With a terminal and HTTPS:
#   curl -fsSL https://releases.galley.example/latest/download/install.sh | sudo sh
set -eu

# A release has its own values here. The address is a placeholder until there is one; there is no key yet.
DEFAULT_URL=https://releases.galley.example
DEFAULT_KEYS=''

usage() {
  cat <<'END'
Usage: install.sh [--version X.Y.Z] [--prefix DIR] [--no-service] [--uninstall [--purge]]

As root on Linux with systemd it installs PREFIX/bin/galley (PREFIX: /usr/local), the user galley, /var/lib/galley,
/etc/galley/galley.env and galley.service, prints the first credentials, and starts the service.
Otherwise, or with --no-service, it installs only the executable (PREFIX of users: ~/.local).
Run it again to repair an installation, or to replace its version.

  --version X.Y.Z  this version instead of the newest
  --prefix DIR     where bin/galley goes
  --no-service     only the executable
  --uninstall      stops the service, and removes executable, unit and nothing else
  --purge          with --uninstall: removes data, settings and user too

GALLEY_RELEASE_URL names another release address, GALLEY_RELEASE_KEYS other public keys (separated by commas).
DESTDIR puts all files below another root, without users and services, for packages and tests.
END
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

version='' prefix='' service=auto action=install purge=no
while [ $# -gt 0 ]; do
  case $1 in
    --version | --prefix)
      [ $# -gt 1 ] || fail "$1 needs a value."
      if [ "$1" = --version ]; then version=$2; else prefix=$2; fi
      shift
      ;;
    --no-service) service=no ;;
    --uninstall) action=uninstall ;;
    --purge) purge=yes ;;
    -h | --help)
      usage
      exit 0
      ;;
    *) fail "unknown option $1. --help lists all." ;;
  esac
  shift
done
[ "$purge" = no ] || [ "$action" = uninstall ] || fail '--purge goes with --uninstall.'

root=${DESTDIR:-}
system=$(uname -s)
if [ "$service" = auto ]; then
  service=no
  if [ -n "$root" ]; then
    service=yes
  elif [ "$(id -u)" = 0 ] && [ "$system" = Linux ] && [ -d /run/systemd/system ]; then
    service=yes
  fi
fi
if [ -z "$prefix" ]; then
  prefix=/usr/local
  [ "$(id -u)" = 0 ] || [ -n "$root" ] || prefix=${HOME:?Set HOME, or name a --prefix.}/.local
fi
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac

bin=$root$prefix/bin/galley
data=$root/var/lib/galley
settings=$root/etc/galley/galley.env
unit=$root/etc/systemd/system/galley.service
# Whether users and services of this machine are touched.
live=no
[ "$service" = no ] || [ -n "$root" ] || live=yes

if has dpkg-query && [ -z "$root" ] && dpkg-query -W -f='${Status}' galley 2>/dev/null | grep -q ' installed$'; then
  fail 'Galley is installed as a Debian package. Update or remove it with apt: nothing was changed.'
fi

uninstall() {
  if [ "$live" = yes ] && [ -e "$unit" ]; then
    systemctl disable --now galley.service
  fi
  if [ "$service" = yes ] && [ -e "$unit" ]; then
    rm -f "$unit"
    say "removed $unit"
  fi
  [ "$live" = no ] || systemctl daemon-reload
  for file in "$bin" "$bin.previous"; do
    [ ! -e "$file" ] || { rm -f "$file" && say "removed $file"; }
  done
  if [ "$service" = no ]; then
    say 'Data directories stay: remove yours if you do not need it.'
  elif [ "$purge" = yes ]; then
    rm -rf "$data" "$root/etc/galley"
    say "removed $data and $root/etc/galley"
    if [ "$live" = yes ] && getent passwd galley >/dev/null; then
      userdel galley
      say 'removed the user galley'
    fi
  else
    say "The data in $data, $settings and the user galley stay. --purge removes them."
  fi
}

fetch() { # address, file
  if has curl; then
    curl -fsSL --proto '=http,https' --max-time 1800 --max-filesize 536870912 -o "$2" "$1" || fail "$1 could not be downloaded."
  elif has wget; then
    wget -q -T 60 -O "$2" "$1" || fail "$1 could not be downloaded."
  else
    fail 'curl or wget is needed.'
  fi
}

verify_signature() {
  keys=$(printf '%s' "${GALLEY_RELEASE_KEYS:-$DEFAULT_KEYS}" | tr ',' ' ')
  [ -n "$keys" ] || fail 'This script has no public key of releases. Set GALLEY_RELEASE_KEYS.'
  # OpenSSL before 3.0, and LibreSSL, cannot do it.
  if ! has openssl || ! openssl pkeyutl -help 2>&1 | grep -q -e -rawin; then
    say 'The signature was not verified, because OpenSSL 3 is missing; the checksums are.'
    return
  fi
  fetch "$from/SHA256SUMS.sig" "$temporary/SHA256SUMS.sig"
  for key in $keys; do
    printf -- '-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n' "$key" >"$temporary/key.pem"
    if openssl pkeyutl -verify -pubin -inkey "$temporary/key.pem" -rawin -in "$temporary/SHA256SUMS" \
      -sigfile "$temporary/SHA256SUMS.sig" >/dev/null 2>&1; then
      return
    fi
  done
  fail 'the signature of SHA256SUMS is not by a key of the project. Nothing was changed.'
}

download() { # name in the release
  fetch "$from/$1" "$temporary/$1"
  wanted=$(sed -n "s/^\([0-9a-f]\{64\}\)  $1\$/\1/p" "$temporary/SHA256SUMS")
  if has sha256sum; then found=$(sha256sum <"$temporary/$1"); else found=$(shasum -a 256 <"$temporary/$1"); fi
  [ "${wanted:-none}" = "${found%% *}" ] || fail "the checksum of $1 is not the one in SHA256SUMS. Nothing was changed."
}

name_executable() {
  case $(uname -m) in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no executable for $(uname -m)." ;;
  esac
  case $system in
    Linux)
      musl=''
      [ ! -e /etc/alpine-release ] || musl=-musl
      executable=galley-linux-$processor$musl
      ;;
    Darwin) executable=galley-macos-$processor ;;
    *) fail "there is no executable for $system." ;;
  esac
}

install_executable() {
  mkdir -p "$root$prefix/bin" 2>/dev/null || true
  [ -w "$root$prefix/bin" ] || fail "you may not write to $root$prefix/bin. Run this as root, or name a --prefix."
  # In the same folder, so that the last step is atomic.
  cp "$temporary/$executable" "$bin.download"
  chmod 0755 "$bin.download"
  new=$("$bin.download" --version) || { rm -f "$bin.download" && fail "$executable does not run on this machine."; }
  if [ -n "$version" ] && [ "$new" != "$version" ]; then
    rm -f "$bin.download"
    fail "the release says that it is $version, but it is $new. Nothing was changed."
  fi
  if [ -e "$bin" ] && ! cmp -s "$bin" "$bin.download"; then ln -f "$bin" "$bin.previous"; fi
  mv -f "$bin.download" "$bin"
  say "installed $bin ($new)"
}

install_service() {
  if [ "$live" = yes ] && ! getent passwd galley >/dev/null; then
    useradd --system --user-group --home-dir /var/lib/galley --no-create-home --shell /usr/sbin/nologin galley
    say 'made the user and the group galley'
  fi
  mkdir -p "${unit%/*}" "${settings%/*}"
  if [ ! -d "$data" ]; then
    mkdir -p "$data"
    chmod 0700 "$data"
    [ "$live" = no ] || chown galley:galley "$data"
    say "made $data"
  fi
  if [ ! -e "$settings" ]; then
    (umask 077 && cp "$temporary/galley.env" "$settings")
    say "wrote $settings, for settings"
  fi
  sed "s|^ExecStart=/usr/bin/galley |ExecStart=$prefix/bin/galley |" "$temporary/galley.service" >"$unit"
  chmod 0644 "$unit"
  say "wrote $unit"
  [ "$live" = yes ] || return 0
  if [ ! -e "$data/galley.db" ]; then runuser -u galley -- "$bin" init --data "$data"; fi
  systemctl daemon-reload
  systemctl enable --quiet galley.service
  systemctl restart galley.service
  say 'Galley runs: systemctl status galley, journalctl -u galley'
}

if [ "$action" = uninstall ]; then
  uninstall
  exit 0
fi
address=${GALLEY_RELEASE_URL:-$DEFAULT_URL}
address=${address%/}
case $address in
  *.example) fail "there is no release address yet: $address is a placeholder. Set GALLEY_RELEASE_URL." ;;
esac
from=$address/latest/download
[ -z "$version" ] || from=$address/download/v$version
name_executable
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
trap 'exit 1' HUP INT TERM
say "downloading $executable from $from"
fetch "$from/SHA256SUMS" "$temporary/SHA256SUMS"
verify_signature
download "$executable"
if [ "$service" = yes ]; then
  download galley.service
  download galley.env
fi
install_executable
if [ "$service" = yes ]; then
  install_service
else
  say "Start it with: $bin serve --data DIR"
fi
