#!/bin/bash
# A throw-away S3 server for the tests, on loopback and on free ports: Ceph's object gateway over one monitor and one
# store in memory.
#   s3.sh start FOLDER   makes it in FOLDER, which must not exist yet, and prints its STORAGE_URL
#   s3.sh stop FOLDER    stops it and removes FOLDER
# AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are both 'stowage-tests'. Do not store anything of value in it.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

task=${1:?start or stop}
folder=${2:?a folder}
memory_bytes=$((6 * 1024 * 1024 * 1024))
for program in radosgw radosgw-admin ceph-mon ceph-osd ceph monmaptool; do
  if ! command -v "$program" >/dev/null; then
    echo "$program is not installed; on Debian: apt-get install radosgw ceph-mon ceph-osd" >&2
    exit 1
  fi
done

free_ports() {
  node -e "
    const servers = [1, 2].map(() => require('node:net').createServer().listen(0, '127.0.0.1'));
    Promise.all(servers.map((one) => require('node:events').once(one, 'listening'))).then(() => {
      console.log(servers.map((one) => one.address().port).join(' '));
      for (const one of servers) one.close();
    });"
}

pid_of() { cat "$folder/$1.process" 2>/dev/null; }
runs() { kill -0 "$(pid_of "$1")" 2>/dev/null; }

# launch NAME PROGRAM… runs a program in the background, in a session of its own, so that it outlives this script.
launch() {
  local name=$1
  shift
  setsid "$@" >>"$folder/$name.out" 2>&1 </dev/null &
  echo $! >"$folder/$name.process"
}

# within SECONDS COMMAND… asks again and again until the command succeeds.
within() {
  local ends=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    if ((SECONDS >= ends)); then return 1; fi
    sleep 0.2
  done
}

fail() {
  echo "$1" >&2
  tail -n 20 "$folder"/*.out >&2
  stop
  exit 1
}

ask() { timeout 5 ceph --conf "$folder/ceph.conf" "$@"; }
answers() { curl --silent --fail --max-time 2 "http://127.0.0.1:$gateway_port/"; }
has_store() { ask osd stat | grep -q '1 up'; }

start() {
  mkdir -m 700 "$folder"
  folder=$(cd "$folder" && pwd)
  mkdir "$folder/mon" "$folder/osd" "$folder/run"
  read -r monitor_port gateway_port < <(free_ports)
  local cluster store
  cluster=$(cat /proc/sys/kernel/random/uuid)
  store=$(cat /proc/sys/kernel/random/uuid)
  cat >"$folder/ceph.conf" <<SETTINGS
[global]
fsid = $cluster
mon host = [v1:127.0.0.1:$monitor_port]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
auth cluster required = none
auth service required = none
auth client required = none
run dir = $folder/run
admin socket = $folder/run/\$name.asok
pid file = $folder/run/\$name.pid
log file = $folder/run/\$name.log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data = $folder/mon
mon data avail crit = 1
mon data avail warn = 2
osd data = $folder/osd
osd objectstore = memstore
memstore device bytes = $memory_bytes
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$gateway_port
rgw enable usage log = false
rgw gc obj min wait = 60
rgw gc processor period = 60
SETTINGS
  local monitor=(ceph-mon --conf "$folder/ceph.conf" --id a)
  monmaptool --create --fsid "$cluster" --addv a "[v1:127.0.0.1:$monitor_port]" "$folder/monmap" >"$folder/mon.out"
  "${monitor[@]}" --mkfs --monmap "$folder/monmap" >>"$folder/mon.out" 2>&1
  launch mon "${monitor[@]}" --foreground
  within 60 ask quorum_status || fail 'The monitor does not answer.'
  # In its first moments, the monitor refuses commands with EPERM.
  within 60 ask osd new "$store" || fail 'The monitor accepts no store.'
  local osd=(ceph-osd --conf "$folder/ceph.conf" --id 0)
  "${osd[@]}" --mkfs --osd-uuid "$store" >"$folder/osd.out" 2>&1
  # It exits if it starts before the monitor has sent it the id of the cluster.
  for _ in 1 2 3 4 5 6; do
    launch osd "${osd[@]}" --foreground
    if within 15 has_store; then break; fi
    if runs osd; then kill "$(pid_of osd)"; fi
  done
  has_store || fail 'The store does not come up.'
  local gateway=(--conf "$folder/ceph.conf" --name client.rgw)
  radosgw-admin "${gateway[@]}" user create --uid=stowage --display-name=stowage \
    --access-key=stowage-tests --secret-key=stowage-tests >"$folder/user.out" 2>&1 || fail 'No user could be made.'
  launch rgw radosgw "${gateway[@]}" --foreground
  within 120 answers || fail 'The gateway does not answer.'
  echo "s3://stowage-tests?endpoint=http://127.0.0.1:$gateway_port"
}

stop() {
  local name
  for name in rgw osd mon; do
    # Their data is not kept.
    if runs "$name"; then kill -KILL "$(pid_of "$name")"; fi
  done
  cd /
  rm -rf "$folder"
}

case $task in
  start) start ;;
  stop) stop ;;
  *)
    echo 'start or stop' >&2
    exit 1
    ;;
esac
