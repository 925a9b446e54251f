import { sql } from 'kysely'
import { NODE_NAME, NODE_PREFIX } from '../connection/session-settings.ts'
import { isSqlite } from '../engine.ts'
import type { Db } from '../schema.ts'

/** The nodes with a connection to the database: machine and process. The embedded database has one. */
export async function listNodes(db: Db) {
  const others = isSqlite(db) ? [] : await selectNodeNames(db)
  const names = new Set([NODE_NAME, ...others])
  return [...names].toSorted().map((name) => ({ name, isCurrent: name === NODE_NAME }))
}

async function selectNodeNames(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like ${`${NODE_PREFIX}%`}`.execute(db)
  return rows.map(({ name }) => name.slice(NODE_PREFIX.length))
}
