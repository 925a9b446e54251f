import { type KyselyPlugin, type RawNode, SqliteAdapter, sql } from 'kysely'
import type { Db } from '../../src/database/schema.ts'

interface PlanNode {
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Node Type': string
  Plans?: PlanNode[]
}

const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter

/** Refreshes the statistics of these tables. SQLite plans without statistics. */
export async function analyzeTables(db: Db, ...tables: string[]) {
  for (const table of isSqlite(db) ? [] : tables) await sql`analyze ${sql.table(table)}`.execute(db)
}

/** Returns the names of the indexes of tables, without those of constraints. */
export async function listIndexes(db: Db, tables: readonly string[]) {
  const { rows } = await (isSqlite(db)
    ? sql<{ name: string }>`
        select name from sqlite_schema where type = 'index' and sql is not null and tbl_name in (${sql.join(tables)})`
    : sql<{ name: string }>`
        select indexname as name from pg_indexes
         where tablename in (${sql.join(tables)}) and indexdef not like '%UNIQUE%'`
  ).execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/**
 * Returns how the statement of `execute` reads its tables: `search <index>` where an index finds the rows by a condition, `scan <table>`
 * where all rows are read. The statement is planned and not executed.
 */
export async function explain(db: Db, execute: (db: Db) => Promise<unknown>): Promise<string[]> {
  const prefix = isSqlite(db) ? 'explain query plan ' : 'explain (format json) '
  const { rows } = (await execute(db.withPlugin(prefixStatements(prefix)))) as {
    rows: { detail: string; 'QUERY PLAN': { Plan: PlanNode }[] }[]
  }
  return isSqlite(db)
    ? rows.flatMap(({ detail }) => readOfSqlite(detail))
    : rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readsOfPostgres(Plan)))
}

const prefixStatements = (prefix: string): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    const { sqlFragments: [first, ...rest] = [], ...raw } = node as RawNode
    return { ...raw, sqlFragments: [prefix + first, ...rest] }
  },
  transformResult: async ({ result }) => result,
})

const SQLITE_READ =
  /^(?<how>SEARCH|SCAN) (?<table>\w+)(?: USING (?:COVERING )?INDEX (?<index>\w+))?/

function readOfSqlite(detail: string) {
  const { how, table, index } = SQLITE_READ.exec(detail)?.groups ?? {}
  if (!how) return []
  return how === 'SEARCH' ? `search ${index ?? table}` : `scan ${table}`
}

function readsOfPostgres(node: PlanNode): string[] {
  const { 'Index Name': index, 'Relation Name': table, 'Node Type': type } = node
  const inner = node.Plans?.flatMap(readsOfPostgres) ?? []
  if (index && node['Index Cond']) return [`search ${index}`, ...inner]
  return type === 'Seq Scan' || index ? [`scan ${table}`, ...inner] : inner
}
