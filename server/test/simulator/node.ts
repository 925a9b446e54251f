import type { ShowtimeEvent, ShowtimeTypes } from '#src/inventory/store/showtime-store.ts'
import type { Config } from '../../src/config/config.ts'
import type { Db } from '../../src/database/schema.ts'
import { AppError } from '../../src/errors.ts'
import type { ShowtimeDraft } from '../../src/inventory/draft.ts'
import type { ShowtimeUnit } from '../../src/inventory/showtimes.ts'
import type { HoldMoment, ShowtimeState } from '../../src/inventory/state.ts'
import type { CommandKind } from '../../src/platform/aggregate-store.ts'
import { createAggregateWriter } from '../../src/platform/aggregate-writer.ts'
import type { Log } from '../../src/platform/log.ts'
import type { Tables } from './bookings.ts'
import { type Commands, type SubmittedName, submitted } from './commands.ts'
import type { MemoryDatabase, Transaction } from './memory-database.ts'
import { createMemoryStore, type ShowtimeStore, txOf } from './memory-store.ts'
import { createOwner, type Scheduler } from './scheduler.ts'

/** A call whose node has crashed. Nothing is known of its outcome. */
class LostError extends Error {}
export const isLost = (error: unknown) => error instanceof LostError

type Input<Name extends SubmittedName> =
  Parameters<Commands[Name]> extends [unknown, infer Given, ...unknown[]] ? Given : null
type Outcome<Name extends SubmittedName> =
  ReturnType<Commands[Name]> extends { outcome: { result: infer Result } | { refusal: Error } }
    ? Result
    : never

type Decision = ReturnType<Commands['hold']> & { row?: unknown }

/** How the rows of a kind of command are read and written. */
interface StoredKind {
  load: (tx: Db, inputs: never) => Promise<readonly unknown[]>
  write: (rows: never) => readonly ((tx: Db) => Promise<unknown>)[]
}

/** What the invariants are told by a node. */
export interface NodeObserver {
  opened: (state: ShowtimeState) => void
  /** Changes are to be written. */
  wrote: (tx: Transaction, drafts: readonly ShowtimeDraft[]) => void
  decided: (given: {
    name: string
    state: ShowtimeState
    input: object | null
    decision: Decision
    moment: HoldMoment
    loaded: unknown
  }) => void
  published: (
    node: SimulatedNode,
    changedIds: readonly string[],
    events: readonly ShowtimeEvent[],
  ) => void
  /** A transaction has ended. False: the node does not know whether it was committed. */
  settled: (tx: Transaction, isKnown: boolean) => void
  answered: (transactions: readonly Transaction[], error: unknown) => void
  readDone: (state: ShowtimeState, since: number) => void
  failed: (error: unknown) => void
}

interface NodeOptions {
  name: string
  database: MemoryDatabase
  tables: Tables
  scheduler: Scheduler
  commands: Commands
  settings: Config
  observer: NodeObserver
  concurrency: number
  /** A broken rule changes the store. */
  changeStore: (
    store: ShowtimeStore,
    node: { publishEarly: (ids: readonly string[]) => void },
  ) => ShowtimeStore
  /** Tells the other nodes. */
  tell: (from: SimulatedNode, changedIds: readonly string[]) => void
}

export type SimulatedNode = ReturnType<typeof createNode>

/** A server process: the writer of the product with a memory of its own. */
export function createNode(options: NodeOptions) {
  const { name, database, tables, scheduler, commands, settings, observer, tell } = options
  const owner = createOwner(name)
  const inFlight = new Set<(error: Error) => void>()
  /** The transactions of each input, and of each unit of work. */
  const attempts = new WeakMap<object, Transaction[]>()
  /** The numbers of the last changes that this node was told of, by showtime. */
  const told = new Map<string, number>()

  const publish = (changedIds: readonly string[], events: readonly ShowtimeEvent[]) => {
    observer.published(node, changedIds, events)
    if (changedIds.length > 0) tell(node, changedIds)
  }
  const memoryStore = createMemoryStore({
    database,
    node: owner,
    now: scheduler.now,
    concurrency: options.concurrency,
  })
  const observedStore: ShowtimeStore = {
    ...memoryStore,
    transact: async (how, work) => {
      let started: Transaction | undefined
      const settled = (isKnown: boolean) => started && observer.settled(started, isKnown)
      try {
        const result = await memoryStore.transact(how, (tx, withCommit) => {
          started = txOf(tx)
          return work(tx, withCommit)
        })
        settled(true)
        return result
      } catch (error) {
        settled(false)
        throw error
      }
    },
    write: (tx, drafts) => {
      observer.wrote(txOf(tx), drafts)
      return memoryStore.write(tx, drafts)
    },
    open: (state, now) => {
      observer.opened(state)
      return memoryStore.open(state, now)
    },
  }
  const store = options.changeStore(observedStore, { publishEarly: (ids) => publish(ids, []) })
  const writer = createAggregateWriter<ShowtimeTypes, ShowtimeDraft>(store, {
    log: { error: ({ err }: { err: unknown }) => observer.failed(err) } as unknown as Log,
    monotonicNow: scheduler.now,
    maxSize: 200_000,
    publish: (changed, events) =>
      publish(
        changed.map(({ state }) => state.id),
        events,
      ),
    schedule: (start) => scheduler.add(owner, start),
  })

  const remember = (of: object, tx: Transaction) => {
    attempts.set(of, [...(attempts.get(of) ?? []), tx])
  }

  type Kind = CommandKind<ShowtimeTypes, object | null, unknown, never, never>
  const kinds = Object.fromEntries(submitted.map((one) => [one, kindOf(one)])) as Record<
    SubmittedName,
    Kind
  >

  function kindOf(command: SubmittedName): Kind {
    const storedKinds: Partial<Record<SubmittedName, StoredKind>> = {
      decideBooking: { load: tables.loadOrderData, write: tables.statementsOfBookings },
      decideChange: { load: tables.loadChangeData, write: tables.statementsOfChanges },
    }
    const stored = storedKinds[command]
    const kind: CommandKind<ShowtimeTypes, { input: object | null }, unknown, unknown, unknown> = {
      durable: stored !== undefined,
      load: async (tx, inputs) => {
        for (const given of inputs) {
          remember(given, txOf(tx))
          txOf(tx).asksForAccess ||= isAccessible(given.input)
        }
        if (!stored) return inputs.map(() => undefined)
        return stored.load(tx, inputs.map(({ input }) => input) as never)
      },
      decide: (state, { input }, moment, given) => {
        const decide = commands[command] as (...args: unknown[]) => Decision
        const decision = decide(state, input, moment, given)
        observer.decided({ name: command, state, input, decision, moment, loaded: given.loaded })
        return decision
      },
      ...(stored && { write: (rows) => stored.write(rows as never) }),
    }
    return kind as unknown as Kind
  }

  /** Rejects when the node crashes before the answer. */
  function call<Result>(of: object, run: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (!owner.isAlive) {
        reject(new LostError())
        return
      }
      inFlight.add(reject)
      const answer = (settle: () => void, error?: unknown) => {
        inFlight.delete(reject)
        observer.answered(attempts.get(of) ?? [], error)
        settle()
      }
      run().then(
        (result) => answer(() => resolve(result)),
        (error) => answer(() => reject(error), error),
      )
    })
  }

  const submit = <Name extends SubmittedName>(
    command: Name,
    showtimeId: string,
    input: Input<Name>,
    others: readonly string[] = [],
  ) => {
    const given = { input }
    return call(given, () =>
      writer.submit(kinds[command], showtimeId, { input: given, settings, others }),
    ) as Promise<Outcome<Name>>
  }

  const transact = <Result>(
    ids: readonly string[],
    work: (unit: ShowtimeUnit) => Promise<Result>,
    { durable = true } = {},
  ) =>
    call(work, () =>
      writer.transact(ids, { durable, settings }, (unit) => {
        remember(work, txOf(unit.tx))
        return work(unit)
      }),
    )

  async function read(id: string) {
    const since = told.get(id) ?? 0
    const state = await call({}, () => writer.read(id))
    observer.readDone(state, since)
    return state
  }

  const node = {
    name,
    owner,
    submit,
    transact,
    read,
    versions: writer.versions,
    invalidateChanged: writer.invalidateChanged,
    /** Another node has made the change with this number. */
    told: (id: string, change: number) => {
      told.set(id, Math.max(change, told.get(id) ?? 0))
      writer.invalidate(id)
    },
    /** A crash of the database may have lost the changes. */
    forgetTold: () => told.clear(),
    crash: () => {
      owner.isAlive = false
      database.disconnect(owner)
      for (const reject of inFlight) reject(new LostError())
      inFlight.clear()
    },
  }
  return node
}

const isAccessible = (input: object | null) =>
  input !== null && 'isAccessible' in input && input.isAccessible === true

export const isAppError = (error: unknown): error is AppError => error instanceof AppError
