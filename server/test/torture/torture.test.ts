import { expect, test } from 'vitest'
import { torture } from './run.ts'
import type { Sabotage } from './sabotage.ts'

const MINUTE = 60_000
const A_CROWD = { seconds: 5, clients: 25 }

const databases: [string, string | undefined][] = [['SQLite', undefined]]
if (process.env.TEST_DATABASE_URL) databases.push(['PostgreSQL', process.env.TEST_DATABASE_URL])

test.each(databases)(
  'a crowd on %s finds nothing that must not be',
  { timeout: MINUTE },
  async (_, postgres) => {
    const { violations, orders } = await torture({ ...A_CROWD, postgres })

    expect(violations).toEqual([])
    expect(orders).toBeGreaterThan(20)
  },
)

test('nor when the server dies among them', { timeout: MINUTE }, async () => {
  const { violations, kills } = await torture({ ...A_CROWD, seconds: 6, killEvery: 2 })

  expect(violations).toEqual([])
  expect(kills).toBeGreaterThan(0)
})

test('nor when what it is told gets lost, late and doubled on the way', {
  timeout: MINUTE,
}, async () => {
  const { violations } = await torture({ ...A_CROWD, seconds: 4, badLine: true })

  expect(violations).toEqual([])
})

test.each<Sabotage>(['unique-key', 'hold-condition', 'owner-condition'])(
  'without the %s it does find something',
  { timeout: MINUTE },
  async (sabotage) => {
    const { violations } = await torture({ ...A_CROWD, seconds: 3, sabotage })

    expect(violations).not.toEqual([])
  },
)
