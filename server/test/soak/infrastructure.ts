import { startPostgres } from '#test/cluster/private-postgres.ts'
import { startRedis } from '#test/cluster/private-redis.ts'
import { startTcpProxy } from '#test/cluster/tcp-proxy.ts'
import type { SoakOptions } from './options.ts'

export type Infrastructure = Awaited<ReturnType<typeof startInfrastructure>>

/** Starts PostgreSQL and Redis servers that faults may stop. Only the first node's connection to Redis can be cut alone. */
export async function startInfrastructure({ faults }: Pick<SoakOptions, 'faults'>) {
  await using started = new AsyncDisposableStack()
  const redis = await startRedis()
  started.defer(redis.kill)
  if (!faults?.includes('redis-absent')) await redis.start()
  const redisProxy = await startTcpProxy(redis.port)
  started.defer(redisProxy.cut)
  const postgres = await startPostgres()
  started.defer(postgres.remove)

  const resources = started.move()
  return {
    postgres,
    redis,
    redisProxy,
    redisUrlOf: (node: number) => `redis://127.0.0.1:${node === 0 ? redisProxy.port : redis.port}`,
    close: () => resources.disposeAsync(),
  }
}
