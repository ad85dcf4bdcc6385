#!/bin/bash
# A throw-away PostgreSQL for the tests, on loopback and on a free port.
#   postgres.sh start FOLDER   makes it in FOLDER, which must not exist yet, and prints its DATABASE_URL
#   postgres.sh stop FOLDER    stops it and removes FOLDER
# It trusts every local connection and does not wait for the disk. Do not store anything of value in it.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

task=${1:?start or stop}
folder=${2:?a folder}
programs=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
if [ -z "$programs" ]; then
  echo 'PostgreSQL is not installed; on Debian: apt-get install postgresql' >&2
  exit 1
fi

# The server refuses to run as root.
as_owner() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

free_port() {
  node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })"
}

make_folder() {
  mkdir -m 700 "$folder"
  if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
  cd "$folder"
}

# Shows the output of a command only if it fails.
quietly() {
  as_owner "$@" >"$folder.log" 2>&1 || { cat "$folder.log" >&2; as_owner cat "$folder/log" >&2 || true; exit 1; }
  rm -f "$folder.log"
}

run() {
  port=$(free_port)
  settings="-p $port -h 127.0.0.1 -k $folder -c max_connections=300 -c fsync=off -c full_page_writes=off"
  quietly "$programs/pg_ctl" --pgdata="$folder/data" --log="$folder/log" --wait --timeout=60 -o "$settings" start
}

case $task in
  start)
    make_folder
    quietly "$programs/initdb" --pgdata="$folder/data" --username=stowage --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync
    run
    as_owner "$programs/createdb" --host=127.0.0.1 --port="$port" --username=stowage stowage
    echo "postgres://stowage@127.0.0.1:$port/stowage"
    ;;
  stop)
    cd /
    as_owner "$programs/pg_ctl" --pgdata="$folder/data" --mode=immediate --wait --timeout=60 stop >/dev/null || true
    rm -rf "$folder"
    ;;
  *)
    echo 'start or stop' >&2
    exit 1
    ;;
esac
