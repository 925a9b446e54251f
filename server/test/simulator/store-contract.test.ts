import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabaseClock, createShowtimeStore } from '#src/inventory/store/showtime-store.ts'
import { readPlaces } from '../../src/catalogue/screen-layouts.ts'
import { isUniqueViolation } from '../../src/database/error-kinds.ts'
import type { ShowtimeDraft } from '../../src/inventory/draft.ts'
import type { Changes, Selection, ShowtimeState } from '../../src/inventory/state.ts'
import { createShowtime } from '../support/makers.ts'
import { describeDatabases } from '../support/test-context.ts'
import { createMemoryStore, type ShowtimeStore } from './memory-store.ts'
import type { Faults } from './options.ts'
import { DEFAULT_FAULTS, defaultOptions, faultNames } from './options.ts'
import { differenceFromRows } from './stored-state.ts'
import { createWorld, type World } from './world.ts'

interface Stored {
  store: ShowtimeStore
  /** Another node has another connection. */
  other: ShowtimeStore
  showtimeIds: [string, string]
  placeIds: string[]
}

const NO_FAULTS = Object.fromEntries(faultNames.map((name) => [name, 0])) as unknown as Faults

/** A world whose steps run by themselves. */
function createRunningWorld(): { world: World; stop: () => void } {
  const world = createWorld({ ...defaultOptions(1), faults: { ...DEFAULT_FAULTS, ...NO_FAULTS } })
  let isRunning = true
  const step = async () => {
    while (isRunning) if (!(await world.scheduler.step())) await new Promise(setImmediate)
  }
  void step()
  return { world, stop: () => (isRunning = false) }
}

const storeOf = ({ database, scheduler, nodes }: World, index: number) =>
  createMemoryStore({
    database,
    node: nodes[index]?.owner ?? (nodes[0] as World['nodes'][0]).owner,
    now: scheduler.now,
    concurrency: 2,
  })

describe('the store in memory', () => {
  let running: ReturnType<typeof createRunningWorld>
  beforeAll(() => {
    running = createRunningWorld()
  })
  afterAll(() => running.stop())

  testContract(async () => ({
    store: storeOf(running.world, 0),
    other: storeOf(running.world, 1),
    showtimeIds: ['show-1', 'show-2'],
    placeIds: [
      's1-A7',
      's1-A8',
      's1-A9',
      's1-B1',
      's1-B2',
      's1-B3',
      's1-B4',
      's1-B5',
      's1-B6',
      's1-B7',
    ],
  }))

  test('a crash loses the last commits that are not durable, and none before a durable one', async () => {
    const { world } = running
    const store = storeOf(world, 0)
    const rev = async () => (await store.read(['show-3']))[0]?.rev ?? 0
    for (let round = 0; round < 20; round += 1) {
      const before = await rev()
      await change(store, 'show-3', { durable: false }, { isTouched: true })
      await change(store, 'show-3', { durable: true }, { isTouched: true })
      await change(store, 'show-3', { durable: false }, { isTouched: true })
      world.database.crash()
      expect([before + 2, before + 3]).toContain(await rev())
    }
  })

  test('a crash ends the transactions that are open', async () => {
    const { world } = running
    const store = storeOf(world, 0)
    const [before] = await store.read(['show-3'])
    const interrupted = store.transact({ durable: true }, async (tx) => {
      await store.lock(tx, ['show-3'])
      world.database.crash()
      const draft = await openDraft(store, tx, 'show-3')
      store.apply(draft, { isTouched: true })
      await store.write(tx, [draft])
    })
    await expect(interrupted).rejects.toThrow()
    expect((await store.read(['show-3']))[0]?.version).toBe(before?.version)
    await change(store, 'show-3', { durable: true }, { isTouched: true })
  })

  test('keeps what a state contains', async () => {
    const { world } = running
    const store = storeOf(world, 0)
    const [state] = await store.read(['show-1'])
    expect(state && differenceFromRows(state, world.database.root())).toBe(undefined)
  })
})

describeDatabases('the store of showtimes', (context) => {
  testContract(async () => {
    const { ctx } = context()
    const [first, second] = [await createShowtime(ctx), await createShowtime(ctx)]
    const create = () =>
      createShowtimeStore({
        db: ctx.db,
        reader: ctx.reader,
        loadPlaces: ctx.loadPlaces,
        readPlaces,
        databaseClock: createDatabaseClock(ctx.monotonicNow),
        holdMaxMs: ctx.config.holdMaxMs,
      })
    return {
      store: create(),
      other: create(),
      showtimeIds: [first.showtimeId, second.showtimeId],
      placeIds: first.seats,
    }
  })
})

const openDraft = async (
  store: ShowtimeStore,
  tx: Parameters<ShowtimeStore['lock']>[0],
  id: string,
) => {
  const { now } = await store.lock(tx, [id])
  const [state] = await store.load(tx, [id])
  if (!state) throw new Error(`no showtime ${id}`)
  return store.open(state, now)
}

/** Applies changes to a showtime in a transaction. Returns the state. */
const change = (
  store: ShowtimeStore,
  id: string,
  { durable }: { durable: boolean },
  changes: Changes | ((draft: ShowtimeDraft, now: number) => void),
) =>
  store.transact({ durable }, async (tx) => {
    const draft = await openDraft(store, tx, id)
    const { now } = await store.lock(tx, [id])
    if (typeof changes === 'function') changes(draft, now)
    else store.apply(draft, changes)
    await store.write(tx, [draft])
    return draft.state
  })

/** What two equal states have in common. The places of a selection have no order. */
const contentOf = (state: ShowtimeState | undefined) =>
  state && {
    ...state,
    claims: new Map(state.claims),
    heldPlaces: new Map([...state.heldPlaces].map(([holder, ids]) => [holder, [...ids].sort()])),
  }

const NO_KEYS = { account: null, mailbox: null, address: null, confirmedAddress: null }

const chooser = (id: string, name: string | null) => ({
  id,
  name,
  checkoutAt: null,
  seenAt: null,
  ...NO_KEYS,
})

const selectionOf = (holder: string, now: number, friends: string[] = []): Selection => ({
  holder,
  since: now,
  deadline: now + 600_000,
  linkHash: null,
  paysForAll: false,
  choosers: [chooser(holder, null), ...friends.map((friend) => chooser(friend, 'Ann'))],
})

const heldBy = (holder: string, placeId: string, selected: Selection): Changes => ({
  selections: [selected],
  claims: [[placeId, { kind: 'held', holder, chooserId: holder, askedAt: null }]],
})

/** What the writer expects of every store. */
function testContract(create: () => Promise<Stored>) {
  let stored: Stored
  beforeAll(async () => {
    stored = await create()
  })

  test('lock returns the versions of known showtimes', async () => {
    const { store, showtimeIds } = stored
    const [first, second] = showtimeIds
    const [one, two] = await store.read(showtimeIds)
    const { versions } = await store.transact({ durable: false }, (tx) =>
      store.lock(tx, [second, 'unknown', first]),
    )
    expect(Object.fromEntries(versions)).toEqual({
      [first]: one?.id === first ? one.version : two?.version,
      [second]: one?.id === first ? two?.version : one?.version,
    })
  })

  test('a transaction waits for the lock of another one, and then sees its changes', async () => {
    const {
      store,
      other,
      showtimeIds: [id],
    } = stored
    const locked = Promise.withResolvers<void>()
    const order: string[] = []
    const first = store.transact({ durable: false }, async (tx) => {
      const draft = await openDraft(store, tx, id)
      locked.resolve()
      store.apply(draft, { isTouched: true })
      await store.write(tx, [draft])
      order.push('first')
      return draft.state
    })
    await locked.promise
    const second = other.transact({ durable: false }, async (tx) => {
      const { versions } = await other.lock(tx, [id])
      order.push('second')
      return { versions, loaded: await other.load(tx, [id]) }
    })
    const [state, seen] = await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
    expect(seen.versions.get(id)).toBe(state.version)
    expect(seen.loaded[0]?.rev).toBe(state.rev)
  })

  test('each change has a new version and the next revision', async () => {
    const {
      store,
      showtimeIds: [id],
    } = stored
    const [before] = await store.read([id])
    const states = [before]
    for (let count = 0; count < 3; count += 1)
      states.push(await change(store, id, { durable: false }, { isTouched: true }))
    expect(new Set(states.map((state) => state?.version)).size).toBe(4)
    expect(states.map((state) => (state?.rev ?? 0) - (before?.rev ?? 0))).toEqual([0, 1, 2, 3])
    expect((await store.read([id]))[0]?.version).toBe(states.at(-1)?.version)
  })

  test('the state that was written is the state that is read', async () => {
    const {
      store,
      showtimeIds: [id],
      placeIds: [first = '', second = ''],
    } = stored
    const written = await change(store, id, { durable: true }, (draft, now) => {
      const selected = {
        ...selectionOf('asha', now, ['ravi']),
        linkHash: `link ${id}`,
        paysForAll: true,
      }
      store.apply(draft, heldBy('asha', first, selected))
      store.apply(draft, {
        claims: [[second, { kind: 'held', holder: 'asha', chooserId: 'ravi', askedAt: now }]],
        coolDowns: [[second, { holder: 'mina', address: 'network', until: now + 1000 }]],
      })
    })
    const [read] = await store.read([id])
    expect(contentOf(read)).toEqual(contentOf(written))
  })

  test('rolls all back if the work fails', async () => {
    const {
      store,
      showtimeIds: [id],
    } = stored
    const [before] = await store.read([id])
    const failed = store.transact({ durable: true }, async (tx) => {
      const draft = await openDraft(store, tx, id)
      store.apply(draft, { isTouched: true })
      await store.write(tx, [draft])
      throw new Error('refused')
    })
    await expect(failed).rejects.toThrow('refused')
    expect(contentOf((await store.read([id]))[0])).toEqual(contentOf(before))
  })

  test('refuses a second claim on a place, and rolls all back', async () => {
    const {
      store,
      showtimeIds: [id],
      placeIds,
    } = stored
    const placeId = placeIds[2] ?? ''
    const [earlier] = await store.read([id])
    if (!earlier) throw new Error('no showtime')
    const holdFor = (holder: string) => (draft: ShowtimeDraft, now: number) =>
      store.apply(draft, heldBy(holder, placeId, selectionOf(holder, now)))
    const written = await change(store, id, { durable: false }, holdFor('mina'))
    const second = store.transact({ durable: false }, async (tx, withCommit) => {
      const { now } = await store.lock(tx, [id])
      const draft = store.open(earlier, now)
      holdFor('omar')(draft, now)
      withCommit(store.write(tx, [draft]))
    })
    const error = await second.catch((thrown) => thrown)
    expect(isUniqueViolation(error) || error.errcode === SQLITE_CONSTRAINT_PRIMARY_KEY).toBe(true)
    expect(contentOf((await store.read([id]))[0])).toEqual(contentOf(written))
  })

  test('reads showtimes as of one moment', async () => {
    const { store, other, showtimeIds } = stored
    const [first, second] = showtimeIds
    const changeBoth = () =>
      store.transact({ durable: false }, async (tx) => {
        const { now } = await store.lock(tx, showtimeIds)
        const drafts = (await store.load(tx, showtimeIds)).map((state) => store.open(state, now))
        for (const draft of drafts) store.apply(draft, { isTouched: true })
        await store.write(tx, drafts)
      })
    const differenceOf = async () => {
      const states = new Map((await other.read(showtimeIds)).map((state) => [state.id, state.rev]))
      return (states.get(first) ?? 0) - (states.get(second) ?? 0)
    }
    const before = await differenceOf()
    const differences: number[] = []
    for (let count = 0; count < 20; count += 1) {
      const [, one, two] = await Promise.all([changeBoth(), differenceOf(), differenceOf()])
      differences.push(one, two)
    }
    expect(new Set(differences)).toEqual(new Set([before]))
  })

  test('a selection that ends and begins again in one transaction has no friends', async () => {
    const {
      store,
      showtimeIds: [id],
      placeIds,
    } = stored
    const placeId = placeIds[3] ?? ''
    await change(store, id, { durable: false }, (draft, now) =>
      store.apply(draft, heldBy('zoe', placeId, selectionOf('zoe', now, ['yusuf']))),
    )
    const again = await change(store, id, { durable: false }, (draft, now) => {
      store.apply(draft, { claims: [[placeId, null]] })
      store.apply(draft, heldBy('zoe', placeId, selectionOf('zoe', now)))
    })
    const [read] = await store.read([id])
    expect(read?.selections.get('zoe')?.choosers.map((one) => one.id)).toEqual(['zoe'])
    expect(contentOf(read)).toEqual(contentOf(again))
  })

  test('reload keeps the changes of the transaction', async () => {
    const {
      store,
      showtimeIds: [id],
      placeIds,
    } = stored
    const placeId = placeIds[4] ?? ''
    const reloaded = await store.transact({ durable: false }, async (tx) => {
      const draft = await openDraft(store, tx, id)
      const { now } = await store.lock(tx, [id])
      store.apply(draft, heldBy('nils', placeId, selectionOf('nils', now)))
      await store.reload(tx, draft)
      expect(draft.isChanged).toBe(true)
      expect(draft.state.claims.get(placeId)).toMatchObject({ kind: 'held', holder: 'nils' })
      await store.write(tx, [draft])
      return draft.state
    })
    const [read] = await store.read([id])
    expect({ ...contentOf(read), layout: null }).toEqual({ ...contentOf(reloaded), layout: null })
  })
}

const SQLITE_CONSTRAINT_PRIMARY_KEY = 1555
