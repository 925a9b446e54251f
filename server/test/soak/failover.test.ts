import { expect, test } from 'vitest'
import { exodus } from './failover.ts'

const { TEST_DATABASE_URL: postgres = '', TEST_REDIS_URL: redis = '' } = process.env

test.skipIf(!postgres || !redis)(
  'when one of three nodes dies, everybody who watched there is back in time and sees the truth',
  { timeout: 180_000 },
  async () => {
    const { violations, exiles } = await exodus({ postgres, redis, watchers: 60 })

    expect(violations).toEqual([])
    expect(exiles).toBeGreaterThan(10)
  },
)
