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

/**
 * Returns how the statements of `execute` read their tables: `search <index>` where an index finds the rows by a condition, `scan <table>`
 * where all rows are read. The statements are planned and not executed.
 */
export async function explain(db: Db, execute: (db: Db) => Promise<unknown>): Promise<string[]> {
  const prefix = isSqlite(db) ? 'explain query plan ' : 'explain (format json) '
  const plans: PlanRow[] = []
  await execute(db.withPlugin(collectPlans(prefix, plans)))
  return isSqlite(db)
    ? plans.flatMap(({ detail }) => readOfSqlite(detail))
    : plans.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readsOfPostgres(Plan)))
}

interface PlanRow {
  detail: string
  'QUERY PLAN': { Plan: PlanNode }[]
}

const collectPlans = (prefix: string, plans: PlanRow[]): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    const { sqlFragments: [first, ...rest] = [], ...raw } = node as RawNode
    return { ...raw, sqlFragments: [prefix + first, ...rest] }
  },
  transformResult: async ({ result }) => {
    plans.push(...(result.rows as unknown[] as PlanRow[]))
    return { ...result, rows: [] }
  },
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
