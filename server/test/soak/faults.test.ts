import { expect, test } from 'vitest'
import { isPostgresInstalled } from '#test/cluster/private-postgres.ts'
import { isRedisInstalled } from '#test/cluster/private-redis.ts'
import type { Fault } from './plan.ts'
import { torture } from './run.ts'

const MINUTE = 60_000
/** A machine that runs other tests beside these may be late; the rules themselves are as strict as ever. */
const PLAN = { nodes: 3, clients: 12, lateSeconds: 10, faultEvery: 2 }

const NIGHTS: [string, { seconds: number; faults: Fault[] }][] = [
  [
    'one is killed and another asked to end',
    { seconds: 15, faults: ['kill-node', 'sigterm-node'] },
  ],
  ['Redis dies and PostgreSQL hangs', { seconds: 26, faults: ['redis-killed', 'postgres-hung'] }],
]

test.skipIf(!isPostgresInstalled() || !isRedisInstalled()).concurrent.each(NIGHTS)(
  'a crowd at three nodes finds nothing that must not be when %s (needs the programs of PostgreSQL and Redis here)',
  { timeout: 3 * MINUTE },
  async (_, night) => {
    const { violations, orders, kills } = await torture({ ...PLAN, ...night })

    expect(violations).toEqual([])
    expect(orders).toBeGreaterThan(5)
    expect(kills).toBeGreaterThan(0)
  },
)
