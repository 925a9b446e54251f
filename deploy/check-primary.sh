#!/bin/sh
# Succeeds if the server at $3:$4 is a primary. HAProxy passes the addresses. Needs psql and the role marquee_check without a password.
test "$(psql --no-psqlrc --no-password --tuples-only --no-align --host="$3" --port="$4" --username=marquee_check --dbname=postgres \
  --command="select pg_is_in_recovery()" 2>/dev/null)" = f
