import { setTimeout as pause } from 'node:timers/promises'
import type { Street } from './infrastructure.ts'
import type { Fault, Plan } from './plan.ts'
import type { House } from './test-cluster.ts'

const SECOND = 1000
const DATABASE_AWAY_MS = 5 * SECOND
const DATABASE_HUNG_MS = 10 * SECOND
const REDIS_AWAY_MS = 10 * SECOND
const NODE_EVERY_SECONDS = 15
const SERVER_EVERY_SECONDS = 20

interface Breakage {
  everySeconds: number
  strike: (house: House, street: Street, time: number) => Promise<void>
}

/** The whole cluster has no database for a while. */
const stopPostgres = (mode: 'fast' | 'immediate'): Breakage => ({
  everySeconds: SERVER_EVERY_SECONDS,
  strike: ({ out }, { postgres }) =>
    out(async () => {
      await postgres.stop(mode)
      await pause(DATABASE_AWAY_MS)
      await postgres.start()
    }, mode === 'immediate'),
})

/** What may break around a cinema. Where Redis alone is away nothing else may be noticed, so no outage is written down. */
const FAULTS: Record<Fault, Breakage> = {
  'kill-node': {
    everySeconds: NODE_EVERY_SECONDS,
    strike: ({ killAndReopen, nodes }, _, time) => killAndReopen(time % nodes.length),
  },
  'sigterm-node': {
    everySeconds: NODE_EVERY_SECONDS,
    strike: ({ closeAndReopen, nodes }, _, time) => closeAndReopen(time % nodes.length),
  },
  'postgres-fast': stopPostgres('fast'),
  'postgres-immediate': stopPostgres('immediate'),
  'postgres-hung': {
    everySeconds: SERVER_EVERY_SECONDS,
    strike: ({ out }, { postgres }) =>
      out(async () => {
        postgres.freeze()
        await pause(DATABASE_HUNG_MS)
        postgres.thaw()
      }),
  },
  'redis-killed': {
    everySeconds: SERVER_EVERY_SECONDS,
    strike: async (_, { redis }) => {
      await redis.kill()
      await pause(REDIS_AWAY_MS)
      await redis.start()
    },
  },
  /** From the very start. */
  'redis-absent': { everySeconds: SERVER_EVERY_SECONDS, strike: async () => undefined },
  'redis-cut': {
    everySeconds: SERVER_EVERY_SECONDS,
    strike: async (_, { wayToRedis }) => {
      await wayToRedis.cut()
      await pause(REDIS_AWAY_MS)
      await wayToRedis.mend()
    },
  },
}

/** Strikes first after a few seconds of peace, then as often as the plan says, as long as the run lasts. */
export async function breakAgainAndAgain(
  house: House,
  { faults = [], faultEvery }: Plan,
  isOver: () => boolean,
) {
  const { street } = house
  if (!street) throw new Error('Only several nodes have what could break: --nodes 3')
  for (let time = 0; ; time++) {
    const { everySeconds, strike } = FAULTS[faults[time % faults.length] as Fault]
    await pause((time === 0 ? PEACE_SECONDS : (faultEvery ?? everySeconds)) * SECOND)
    if (isOver()) return
    await strike(house, street, time)
  }
}
const PEACE_SECONDS = 3
