import { setTimeout as delay } from 'node:timers/promises'
import { ownersOf, revisionOf } from './database-assertions.ts'
import type { Violation } from './operation-log.ts'
import type { Visitor } from './simulated-visitor.ts'
import type { TestCluster } from './test-cluster.ts'

const RETRY_MS = 100

/** Repeats a check until it finds nothing, the time is over, or the signal ends it. Returns its last findings. */
export async function retryUntilEmpty<T>(
  ms: number,
  check: () => Promise<T[]>,
  signal?: AbortSignal,
) {
  const end = Date.now() + ms
  for (;;) {
    const findings = await check()
    if (findings.length === 0 || Date.now() > end || signal?.aborted) return findings
    await delay(RETRY_MS)
  }
}

/** Finds maps that differ from the database. */
export async function findWrongMaps(
  { query }: Pick<TestCluster, 'query'>,
  showtimeId: string,
  viewers: Pick<Visitor, 'holder' | 'map'>[],
): Promise<Violation[]> {
  const { owners, rev } = await query(async (db) => ({
    owners: await ownersOf(db, showtimeId),
    rev: await revisionOf(db, showtimeId),
  }))
  return viewers.flatMap(({ holder, map }) => {
    const rule = 'maps show the database' as const
    const places = map.places()
    const expectedOf = (id: string) => expectedStatus(owners.get(id), holder)
    if (places.length === 0) return [{ rule, detail: `${holder} has no map` }]
    const wrong = places.find(({ _id, status, heldByMe }) => {
      const shown = heldByMe ? 'HELD BY ME' : status
      return shown !== expectedOf(_id)
    })
    if (!wrong) return []
    const expected = expectedOf(wrong._id)
    const shown = `${wrong.status}${wrong.heldByMe ? ' by me' : ''}`
    const detail = `map of ${holder} at revision ${map.revisions()} of ${rev}: ${wrong._id} is ${shown}, expected ${expected}`
    return [{ rule, detail }]
  })
}

/** `undefined`: no claim. `null`: sold. */
function expectedStatus(owner: string | null | undefined, viewer: string) {
  if (owner === undefined) return 'AVAILABLE'
  if (owner === null) return 'SOLD'
  return owner === viewer ? 'HELD BY ME' : 'HELD'
}
