# shellcheck shell=bash disable=SC2034
# A temporary PostgreSQL server for scripts: `source support/postgres.sh` after setup.sh.
#
#     no_standard_cluster                 before the package is installed: prevents Debian's default cluster
#     start_postgres [SETTING=VALUE...]   starts a server on 127.0.0.1; sets postgres_url and postgres_folder
#     halt_postgres                       stops the server as a crash does
#     restart_postgres                    restarts the server as after a crash, also a halted one
#     stop_postgres                       stops the server at once and removes its folder; for a trap on EXIT
#
# Settings are those of postgresql.conf. The default settings are fast and not durable, for tests.

postgres_url=
postgres_folder=${postgres_folder:-}

no_standard_cluster() {
    local file=/etc/postgresql-common/createcluster.conf
    [ -d /usr/lib/postgresql ] || grep -qs '^create_main_cluster' "$file" && return
    as_root mkdir --parents "${file%/*}"
    echo 'create_main_cluster = false' | as_root tee --append "$file" >/dev/null
}

start_postgres() {
    local settings=("$@") options port option
    [ ${#settings[@]} -gt 0 ] ||
        settings=(fsync=off synchronous_commit=off full_page_writes=off)
    # A short path, since the path of a Unix socket has at most 107 bytes.
    postgres_folder=$(mktemp --directory /tmp/vtpg.XXXXXX)
    [ "$(id -u)" -ne 0 ] || chown postgres "$postgres_folder"
    postgres_tool initdb --username vt --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync \
        >"$postgres_folder/initdb.log" 2>&1 ||
        { cat "$postgres_folder/initdb.log" >&2; fail "initdb failed"; }

    options="-k $postgres_folder -h 127.0.0.1 -c max_connections=300"
    for option in "${settings[@]}"; do options+=" -c $option"; done
    # Another process may take a free port before the server does.
    for _ in 1 2 3 4 5; do
        port=$(python3 -c \
            'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
        if postgres_control --options "-p $port $options" start; then
            postgres_url="postgresql://vt@127.0.0.1:$port/postgres"
            return
        fi
    done
    cat "$postgres_folder/data/log" >&2
    fail "PostgreSQL does not start"
}

halt_postgres() { postgres_control --mode immediate stop; }

restart_postgres() { postgres_control --mode immediate restart; }

stop_postgres() {
    [ -n "$postgres_folder" ] || return 0
    postgres_control --mode immediate stop 2>&1 || true
    rm --recursive --force "$postgres_folder"
    postgres_folder=
}

postgres_control() {
    postgres_tool pg_ctl --wait --log "$postgres_folder/data/log" "$@" >/dev/null
}

# Runs a program of the newest server version on the folder; never as root, which the programs refuse.
postgres_tool() {
    local tool=$1 folder as=()
    shift
    folder=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort --version-sort | tail -n 1)
    [ -x "$folder/$tool" ] || fail "no PostgreSQL server below /usr/lib/postgresql"
    [ "$(id -u)" -ne 0 ] || as=(runuser --user postgres --)
    (cd / && "${as[@]}" "$folder/$tool" --pgdata "$postgres_folder/data" "$@")
}
