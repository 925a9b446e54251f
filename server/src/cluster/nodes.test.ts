import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isPostgresInstalled, startPostgres } from '#test/cluster/private-postgres.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { createPostgresDatabase } from '#test/support/test-postgres.ts'
import sample from '../catalogue/sample-catalogue.json' with { type: 'json' }
import { KNOWN_MIGRATIONS } from '../database/migrate.ts'
import { openPool, queriesOver } from '../database/postgres.ts'

const SERVER = process.env.TEST_DATABASE_URL
const SECRET = 'a secret that only tests use, long enough'

const house = setupServerProcesses()

const start = (databaseUrl: string) =>
  house.start({ DATABASE_URL: databaseUrl, SESSION_SECRET: SECRET, LOG_LEVEL: 'info' })

test.skipIf(!SERVER)(
  'three nodes that start at once on an empty database open one cinema, made once',
  async () => {
    const database = await createPostgresDatabase(String(SERVER))
    const db = queriesOver(openPool(database.url, { onLost: () => undefined, connections: 1 }))
    const count = async (rows: ReturnType<typeof sql>) => {
      const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${rows}`.execute(
        db,
      )
      return counted[0]?.n
    }
    try {
      const nodes = await Promise.all([1, 2, 3].map(() => start(database.url)))

      const programmes = await Promise.all(
        nodes.map(async ({ url }) => (await fetch(`${url}/api/movies`)).text()),
      )
      expect(new Set(programmes).size).toBe(1)
      const words = nodes.map(({ said }) => said()).join()
      expect(words.split('the catalogue has been applied')).toHaveLength(2)
      expect(await count(sql`kysely_migration`)).toBe(KNOWN_MIGRATIONS.size)
      expect(await count(sql`movies`)).toBe(sample.movies.length)
      expect(await count(sql`screens`)).toBe(sample.screens.length)
      const shownTwice = sql`(select from showtimes group by screen_id, starts_at having count(*) > 1) as twice`
      expect(await count(shownTwice)).toBe(0)
    } finally {
      await db.destroy()
      await database.drop()
    }
  },
)

describe.skipIf(!isPostgresInstalled())(
  'a node whose database hangs (needs its programs here)',
  () => {
    let server: Awaited<ReturnType<typeof startPostgres>>
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterEach(() => server.thaw())
    afterAll(() => server.remove())

    test('says so and when to come back, and is ready again by itself', async () => {
      const { url } = await start(server.url)
      const readiness = async () => (await fetch(`${url}/readyz`)).status
      expect(await readiness()).toBe(200)

      server.freeze()
      for (const path of ['/readyz', '/api/movies']) {
        const answer = await fetch(`${url}${path}`)
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      }
      expect((await fetch(`${url}/livez`)).status).toBe(200)

      server.thaw()
      await expect.poll(readiness, { timeout: 30_000 }).toBe(200)
    })

    test('can be asked to end all the same', async () => {
      const node = await start(server.url)
      server.freeze()
      expect((await fetch(`${node.url}/readyz`)).status).toBe(503)
      // By then it has knocked again, and waits to be let in.
      await pause(1500)

      expect(await node.kill('SIGTERM')).toBe(0)
    })
  },
)
