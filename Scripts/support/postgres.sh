# For scripts: `source support/postgres.sh` after setup.sh. A PostgreSQL server that is thrown away.
#
#     no_standard_cluster                 for before the package is installed: no server of Debian's
#     start_postgres [SETTING=VALUE...]   sets postgres_url and postgres_folder; on 127.0.0.1 only
#     halt_postgres                       as a crash
#     restart_postgres                    as after a crash, also of one that was halted
#     stop_postgres                       ends it at once, removes its folder; for a trap on EXIT
#
# Settings are those of postgresql.conf. Without any, a power cut may harm it: right for tests.

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
    # The folder's path is short: a Unix socket's has 107 bytes at most.
    postgres_folder=$(mktemp --directory /tmp/vtpg.XXXXXX)
    [ "$(id -u)" -ne 0 ] || chown postgres "$postgres_folder"
    postgres_tool initdb --username vt --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync \
        >"$postgres_folder/initdb.log" 2>&1 ||
        { cat "$postgres_folder/initdb.log" >&2; fail "initdb failed"; }

    options="-k $postgres_folder -h 127.0.0.1 -c max_connections=300"
    for option in "${settings[@]}"; do options+=" -c $option"; done
    # A free port may be another's by the time that the server takes it.
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

# Runs one of the newest server's programs on the folder; never as root, which they refuse.
postgres_tool() {
    local tool=$1 folder as=()
    shift
    folder=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort --version-sort | tail -n 1)
    [ -x "$folder/$tool" ] || fail "no PostgreSQL server below /usr/lib/postgresql"
    [ "$(id -u)" -ne 0 ] || as=(runuser --user postgres --)
    (cd / && "${as[@]}" "$folder/$tool" --pgdata "$postgres_folder/data" "$@")
}
