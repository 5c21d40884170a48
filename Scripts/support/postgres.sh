# For scripts: `source support/postgres.sh` after setup.sh. A PostgreSQL server that is thrown away.
#
#     no_standard_cluster                 before the package is installed: Debian's makes no server of its own
#     start_postgres [SETTING=VALUE...]   sets postgres_url; the server is this user's, on 127.0.0.1
#     stop_postgres                       ends it at once and removes its folder; for a trap on EXIT
#
# Settings are those of postgresql.conf. Without any, a power cut may harm it: right for tests.

# The folder's path is short: a Unix socket's has 107 bytes at most.
postgres_folder=
postgres_url=
postgres_as=()

no_standard_cluster() {
    local file=/etc/postgresql-common/createcluster.conf
    [ -d /usr/lib/postgresql ] || grep -qs '^create_main_cluster' "$file" && return
    as_root mkdir --parents "${file%/*}"
    echo 'create_main_cluster = false' | as_root tee --append "$file" >/dev/null
}

start_postgres() {
    local settings=("$@") tools port option
    [ ${#settings[@]} -gt 0 ] ||
        settings=(fsync=off synchronous_commit=off full_page_writes=off)
    tools=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort --version-sort | tail -n 1)
    [ -x "$tools/initdb" ] || fail "no PostgreSQL server below /usr/lib/postgresql"
    postgres_folder=$(mktemp --directory /tmp/vtpg.XXXXXX)
    postgres_as=()
    if [ "$(id -u)" -eq 0 ]; then  # initdb refuses root
        chown postgres "$postgres_folder"
        postgres_as=(runuser --user postgres --)
    fi
    (cd / && "${postgres_as[@]}" "$tools/initdb" --pgdata "$postgres_folder/data" --username vt \
        --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync) \
        >"$postgres_folder/initdb.log" 2>&1 ||
        { cat "$postgres_folder/initdb.log" >&2; fail "initdb failed"; }

    local options="-k $postgres_folder -h 127.0.0.1 -c max_connections=300"
    for option in "${settings[@]}"; do options+=" -c $option"; done
    # A free port may be another's by the time that the server takes it.
    for _ in 1 2 3 4 5; do
        port=$(python3 -c \
            'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
        if (cd / && "${postgres_as[@]}" "$tools/pg_ctl" --pgdata "$postgres_folder/data" --wait \
            --log "$postgres_folder/data/log" --options "-p $port $options" start >/dev/null); then
            postgres_url="postgresql://vt@127.0.0.1:$port/postgres"
            return
        fi
    done
    cat "$postgres_folder/data/log" >&2
    fail "PostgreSQL does not start"
}

stop_postgres() {
    [ -n "$postgres_folder" ] || return 0
    local tools
    tools=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort --version-sort | tail -n 1)
    (cd / && "${postgres_as[@]}" "$tools/pg_ctl" --pgdata "$postgres_folder/data" \
        --mode immediate stop >/dev/null 2>&1) || true
    rm --recursive --force "$postgres_folder"
    postgres_folder=
}
