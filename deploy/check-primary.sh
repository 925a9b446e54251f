#!/bin/sh
# Succeeds if the server at $3:$4 is a primary. HAProxy passes the addresses. Needs psql and the role marquee_check without a password.
exec psql --no-psqlrc --tuples-only --no-align --quiet --host="$3" --port="$4" --username=marquee_check --dbname=postgres \
  --set=ON_ERROR_STOP=1 --command="select 1 / (not pg_is_in_recovery())::int" >/dev/null 2>&1
