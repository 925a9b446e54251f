import { expect, test } from 'vitest'
import { photoFinish, stampede } from './races.ts'

const MINUTE = 60_000
const databases: [string, string | undefined][] = [['SQLite', undefined]]
if (process.env.TEST_DATABASE_URL) databases.push(['PostgreSQL', process.env.TEST_DATABASE_URL])

test.each(databases)(
  'of two hundred who reach for one seat on %s, one has it and the others are told so',
  { timeout: MINUTE },
  async (_, postgres) => {
    expect(await stampede({ clients: 200, postgres })).toEqual({ held: 1, TAKEN: 199 })
  },
)

test.each(databases)(
  'whoever pays as the hold runs out, while a rival reaches for it on %s: exactly one of them gets the seat',
  { timeout: MINUTE },
  async (_, postgres) => {
    const {
      'the payer': payer = 0,
      'the rival': rival = 0,
      ...odd
    } = await photoFinish(24, postgres)

    expect(odd).toEqual({})
    expect(payer + rival).toBe(24)
  },
)
