import { startBalancer } from '#test/cluster/balancer.ts'
import { startPostgres } from '#test/cluster/private-postgres.ts'
import { startRedis } from '#test/cluster/private-redis.ts'
import type { Plan } from './plan.ts'

export type Street = Awaited<ReturnType<typeof openStreet>>

/** What several nodes share: servers of their own that may be broken. The first node's way to Redis can be cut alone. */
export async function openStreet({ faults }: Pick<Plan, 'faults'>) {
  await using opened = new AsyncDisposableStack()
  const redis = await startRedis()
  opened.defer(redis.kill)
  if (!faults?.includes('redis-absent')) await redis.start()
  const wayToRedis = await startBalancer([redis.port])
  opened.defer(wayToRedis.close)
  const postgres = await startPostgres()
  opened.defer(postgres.remove)

  const everything = opened.move()
  return {
    postgres,
    redis,
    wayToRedis,
    redisUrlFor: (n: number) => `redis://127.0.0.1:${n === 0 ? wayToRedis.port : redis.port}`,
    close: () => everything.disposeAsync(),
  }
}
