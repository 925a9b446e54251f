import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isPostgresInstalled, startPostgres } from '#test/cluster/private-postgres.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { connectToDatabase, createEmptyPostgresDatabase } from '#test/support/test-postgres.ts'
import sample from '../catalogue/file/sample-catalogue.json' with { type: 'json' }
import { MIGRATIONS } from '../database/migrate.ts'

const POSTGRES_URL = process.env.TEST_DATABASE_URL
const SECRET = 'a secret that only tests use, long enough'

const processes = setupServerProcesses()

const start = (databaseUrl: string) =>
  processes.start({
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: SECRET,
    METRICS_TOKEN: SECRET,
    LOG_LEVEL: 'info',
  })

test.skipIf(!POSTGRES_URL)(
  'three nodes that start at once create the schema and the catalogue once',
  { tags: ['test-all'] },
  async () => {
    const database = await createEmptyPostgresDatabase(String(POSTGRES_URL))
    const db = connectToDatabase(database.url)
    const count = async (table: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${table}`.execute(db)
      return rows[0]?.n
    }
    try {
      const nodes = await Promise.all([1, 2, 3].map(() => start(database.url)))

      const movies = await Promise.all(
        nodes.map(async ({ url }) => (await fetch(`${url}/api/movies`)).text()),
      )
      expect(new Set(movies).size).toBe(1)
      const outputs = nodes.map(({ output }) => output()).join()
      expect(outputs.split('catalogue applied')).toHaveLength(2)
      expect(await count(sql`kysely_migration`)).toBe(Object.keys(MIGRATIONS).length)
      expect(await count(sql`movies`)).toBe(sample.movies.length)
      expect(await count(sql`screens`)).toBe(sample.screens.length)
      const duplicates = sql`(select from showtimes group by layout_id, starts_at having count(*) > 1) as duplicates`
      expect(await count(duplicates)).toBe(0)
    } finally {
      await db.destroy()
      await database.drop()
    }
  },
)

describe.skipIf(!isPostgresInstalled())('node with a hanging database', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterEach(() => postgres.thaw())
  afterAll(() => postgres.remove())

  test('returns 503 with retry-after, says so in its metrics, and is ready again when the database responds', async () => {
    const { url } = await start(postgres.url)
    const readiness = async () => (await fetch(`${url}/readyz`)).status
    expect(await readiness()).toBe(200)

    postgres.freeze()
    await expect.poll(readiness).toBe(503)
    for (const path of ['/readyz', '/api/movies']) {
      const response = await fetch(`${url}${path}`)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    }
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    const readMetrics = async () =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${SECRET}` } })).text()
    expect(await readMetrics()).toMatch(/^marquee_ready 0$/m)

    postgres.thaw()
    await expect.poll(readiness).toBe(200)
    expect(await readMetrics()).toMatch(/^marquee_ready 1$/m)
  })

  test('exits with 0 on SIGTERM', { tags: ['test-all'] }, async () => {
    const node = await start(postgres.url)
    postgres.freeze()
    const readiness = async () => (await fetch(`${node.url}/readyz`)).status
    await expect.poll(readiness).toBe(503)
    // By then the node tries to connect again.
    await expect.poll(node.output).toContain('database connection lost')

    expect(await node.kill('SIGTERM')).toBe(0)
  })
})
