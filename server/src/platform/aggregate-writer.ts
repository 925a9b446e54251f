import { LRUCache } from 'lru-cache'
import { isTimeout, isTransientError } from '../database/error-kinds.ts'
import { awaitAll } from '../database/transaction.ts'
import { unavailable } from '../errors.ts'
import type { Log } from './log.ts'
import { tracedCommands, tracedTransactions } from './traced.ts'

/** Commands of one transaction. All of them are answered together: a larger batch increases latency. */
const MAX_BATCH = 256
/** Commands of one aggregate in a transaction, so that the others need not wait for a popular one. */
const MAX_PER_AGGREGATE = 128
const MAX_WAITING = 20_000
/** The time limit of a command that waits for its turn. A transaction that has begun has a time limit of its own. */
const MAX_WAIT_MS = 5000

/** The types that belong to one kind of aggregate. */
export interface AggregateTypes {
  /** The aggregate in memory. `version` is random with each commit. */
  state: { id: string; version: string }
  changes: object
  /** The settings that decisions depend on. */
  settings: object
  /** What is told after the commit. */
  event: unknown
  /** A transaction, or a connection that reads. */
  tx: unknown
}

/** The settings, and the time by the database's clock in epoch milliseconds. */
export type Moment<T extends AggregateTypes> = T['settings'] & { now: number }

/** What a command decides: its result, or why it is refused. A refusal may change something too. */
export interface Decision<Changes, Result, Row = never> {
  outcome: { result: Result } | { refusal: Error }
  changes?: Changes
  /** What changes in other aggregates of the command. */
  elsewhere?: readonly (readonly [id: string, changes: Changes])[]
  /** What else is written in the same transaction. */
  row?: Row
}

/** What a decision knows besides the state of its aggregate. */
export interface GivenFacts<T extends AggregateTypes, Facts, Row> {
  facts: Facts
  /** Of the decisions before it in the same transaction. */
  rows: readonly Row[]
  /** The state of another aggregate of the command. Undefined for an unknown one. */
  stateOf: (id: string) => T['state'] | undefined
}

/** A kind of command. The commands of a kind in one transaction are read and written together. */
export interface CommandKind<
  T extends AggregateTypes,
  Input,
  Result,
  Facts = undefined,
  Row = never,
> {
  /** A durable command is on disk before it is answered. */
  durable: boolean
  /** Reads what decisions need besides the state, in the order of the inputs. Runs under the locks. */
  load?: (tx: T['tx'], inputs: readonly Input[]) => Promise<readonly Facts[]>
  /** Pure. An error that it throws is a bug. */
  decide: (
    state: T['state'],
    input: Input,
    moment: Moment<T>,
    given: GivenFacts<T, Facts, Row>,
  ) => Decision<T['changes'], Result, Row>
  /** Writes the rows of decisions. Sends all statements before it waits for the first one. */
  write?: (tx: T['tx'], rows: readonly Row[]) => Promise<unknown>
}

/** Work with statements of its own, under the locks of some aggregates. It decides and changes as commands do. */
export interface UnitOfWork<T extends AggregateTypes> {
  tx: T['tx']
  moment: Moment<T>
  /** The state with the changes so far. Throws the error of an unknown aggregate. */
  state: (id: string) => T['state']
  /** Applies a decision and returns its result. Throws its refusal. */
  accept: <Result>(id: string, decision: Decision<T['changes'], Result>) => Result
  /** Reads an aggregate again after a statement has changed its rows. */
  reload: (id: string) => Promise<void>
  /** Tells this after the commit. */
  emit: (event: T['event']) => void
  /** Adds a statement that is sent together with the commit. All is rolled back if it fails. */
  withCommit: (statement: Promise<unknown>) => void
}

/** A state that is being changed in a transaction: a copy of its own. */
export interface Draft<State> {
  state: State
  isChanged: boolean
}

interface TransactionOptions {
  /** On disk before `transact` returns. */
  durable: boolean
  /** Only the commit has a time limit. */
  isLong?: boolean | undefined
}

/** How aggregates of a kind are stored and changed. */
export interface AggregateStore<T extends AggregateTypes, D extends Draft<T['state']>> {
  /** How many transactions run at a time. */
  concurrency: number
  /** Runs work in a transaction. Rolls it back if the work or a statement of `withCommit` fails. */
  transact: <Result>(
    options: TransactionOptions,
    work: (tx: T['tx'], withCommit: (statement: Promise<unknown>) => void) => Promise<Result>,
  ) => Promise<Result>
  /** Reads aggregates as of one moment, outside of transactions. Leaves out unknown ids. */
  read: (ids: readonly string[]) => Promise<readonly T['state'][]>
  /** Locks the rows of aggregates in the order of their ids until the transaction ends. Leaves out unknown ids. */
  lock: (
    tx: T['tx'],
    ids: readonly string[],
  ) => Promise<{ now: number; versions: Map<string, string> }>
  /** Reads aggregates in a transaction that has locked them. Leaves out unknown ids. */
  load: (tx: T['tx'], ids: readonly string[]) => Promise<readonly T['state'][]>
  /** Writes the changes of a draft so far, and reads the aggregate again: a statement of the transaction has changed it. */
  reload: (tx: T['tx'], draft: D) => Promise<void>
  /** Copies a state. Ends what has expired at `now`. */
  open: (state: T['state'], now: number) => D
  apply: (draft: D, changes: T['changes']) => void
  /** Writes drafts with new versions. Sends all statements before it waits for the first one. */
  write: (tx: T['tx'], drafts: readonly D[]) => Promise<unknown>
  notFound: () => Error
  /** The size of a state in memory. */
  sizeOf: (state: T['state']) => number
}

interface WriterOptions<T extends AggregateTypes> {
  log: Log
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number
  /** Called after each commit with what has changed. */
  publish: (changedIds: readonly string[], events: readonly T['event'][]) => void
  /** The sum of `sizeOf` of the states that are kept in memory. */
  maxSize: number
  /** Calls a function in the next turn of the event loop. */
  schedule?: (start: () => void) => void
}

export interface UnitOptions<T extends AggregateTypes> {
  durable: boolean
  /** Runs before the aggregates are locked: for a lock that comes first. */
  prepare?: (tx: T['tx']) => Promise<unknown>
  /** Only the commit has a time limit. */
  isLong?: boolean
}

/** A command that waits, or a unit of work, which is alone in its transaction. */
interface Entry<T extends AggregateTypes> extends PromiseWithResolvers<unknown> {
  ids: readonly string[]
  settings: T['settings']
  durable: boolean
  task:
    | { kind: CommandKind<T, unknown, unknown, unknown, unknown>; input: unknown }
    | { work: (unit: UnitOfWork<T>) => Promise<unknown>; options: UnitOptions<T> }
  /** Monotonic time in milliseconds. */
  enqueuedAt: number
}

type Outcome = { result: unknown } | { refusal: Error }

interface Written<T extends AggregateTypes> {
  outcomes: Map<Entry<T>, Outcome>
  changed: T['state'][]
  unchanged: T['state'][]
  events: T['event'][]
}

/**
 * Writes the commands of aggregates. A transaction takes all commands that wait, locks the rows of their aggregates, decides the commands one after
 * another, each with the changes of the earlier ones, and writes their changes together. The states stay in memory; one whose version in the
 * database is another is read again.
 */
export function createAggregateWriter<T extends AggregateTypes, D extends Draft<T['state']>>(
  store: AggregateStore<T, D>,
  { log, monotonicNow, publish, maxSize, schedule = setImmediate }: WriterOptions<T>,
) {
  type State = T['state']
  const memory = new LRUCache<string, State>({ maxSize, sizeCalculation: store.sizeOf })
  /** The states in memory that another node has changed. */
  const stale = new Set<string>()
  const loads = new Map<
    string,
    { states: Promise<ReadonlyMap<string, State>>; isOutdated: boolean }
  >()
  let waiting: Entry<T>[] = []
  const busyIds = new Set<string>()
  let running = 0
  let pending = 0
  let isScheduled = false

  /**
   * Decides a command under the lock of its aggregate, and of `others`. Resolves after the commit. Throws the refusal, and UNAVAILABLE
   * when too many wait.
   */
  const submit = <Input, Result, Facts, Row>(
    kind: CommandKind<T, Input, Result, Facts, Row>,
    id: string,
    {
      input,
      settings,
      others = [],
    }: { input: Input; settings: T['settings']; others?: readonly string[] },
  ) =>
    enqueue({
      ids: [...new Set([id, ...others])],
      settings,
      durable: kind.durable,
      task: { kind: kind as unknown as CommandKind<T, unknown, unknown, unknown, unknown>, input },
    }) as Promise<Result>

  /** Runs work in a transaction of its own under the locks of aggregates. Nothing is written if it throws. */
  const transact = <Result>(
    ids: readonly string[],
    { settings, ...options }: UnitOptions<T> & { settings: T['settings'] },
    work: (unit: UnitOfWork<T>) => Promise<Result>,
  ) =>
    enqueue({
      ids: [...new Set(ids)],
      settings,
      durable: options.durable,
      task: { work, options },
    }) as Promise<Result>

  async function enqueue(
    entry: Omit<Entry<T>, 'enqueuedAt' | keyof PromiseWithResolvers<unknown>>,
  ) {
    if (waiting.length >= MAX_WAITING) throw unavailable()
    const queued = { ...entry, enqueuedAt: monotonicNow(), ...Promise.withResolvers<unknown>() }
    waiting.push(queued)
    pending += 1
    scheduleStart()
    try {
      return await tracedCommands.tracePromise(() => queued.promise, queued)
    } finally {
      pending -= 1
    }
  }

  /** Collects the commands of one turn of the event loop. */
  function scheduleStart() {
    if (!isScheduled) schedule(start)
    isScheduled = true
  }

  function start() {
    isScheduled = false
    refuseLate()
    while (running < store.concurrency) {
      const batch = takeBatch()
      if (batch.length === 0) return
      void run(batch)
    }
  }

  /** Refuses the commands that have waited too long. They wait in order of arrival. */
  function refuseLate() {
    const oldest = monotonicNow() - MAX_WAIT_MS
    const firstInTime = waiting.findIndex(({ enqueuedAt }) => enqueuedAt > oldest)
    if (firstInTime !== 0) refuse(firstInTime === -1 ? waiting.length : firstInTime)
  }

  /** Refuses the first commands that wait. */
  function refuse(count: number) {
    const refused = waiting.slice(0, count)
    waiting = waiting.slice(count)
    for (const { reject } of refused) reject(unavailable())
  }

  /** The first commands whose aggregates no other transaction has and no earlier command waits for. */
  function takeBatch() {
    const batch: Entry<T>[] = []
    const counts = new Map<string, number>()
    const passedOver = new Set<string>()
    const isBlocked = (id: string) =>
      busyIds.has(id) || passedOver.has(id) || (counts.get(id) ?? 0) >= MAX_PER_AGGREGATE
    for (const entry of waiting) {
      const isAlone = 'work' in entry.task
      if (entry.ids.some(isBlocked) || (isAlone && batch.length > 0)) {
        for (const id of entry.ids) passedOver.add(id)
        continue
      }
      batch.push(entry)
      for (const id of entry.ids) counts.set(id, (counts.get(id) ?? 0) + 1)
      if (isAlone || batch.length === MAX_BATCH) break
    }
    const taken = new Set(batch)
    if (batch.length > 0) waiting = waiting.filter((entry) => !taken.has(entry))
    return batch
  }

  async function run(batch: Entry<T>[]) {
    const ids = [...new Set(batch.flatMap((entry) => entry.ids))]
    for (const id of ids) busyIds.add(id)
    running += 1
    await writeBatch(batch, ids)
    running -= 1
    for (const id of ids) busyIds.delete(id)
    start()
  }

  /** Answers all commands. Never rejects. */
  async function writeBatch(batch: Entry<T>[], ids: string[]): Promise<void> {
    let written: Written<T>
    try {
      written = await tracedTransactions.tracePromise(() => write(batch, ids), { commands: batch })
    } catch (error) {
      for (const id of ids) forget(id)
      if (isTimeout(error)) refuse(waiting.length)
      if (batch.length === 1 || isTransientError(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      log.error({ err: error, commands: batch.length }, 'batch failed')
      for (const entry of batch) await writeBatch([entry], [...entry.ids])
      return
    }
    tell(written)
  }

  /** The commit is done: nothing that fails from here on may undo or repeat it. */
  function tell({ outcomes, changed, unchanged, events }: Written<T>) {
    for (const state of [...unchanged, ...changed]) remember(state)
    const changedIds = changed.map(({ id }) => id)
    try {
      publish(changedIds, events)
    } catch (error) {
      log.error({ err: error, changedIds }, 'changes not told')
    }
    for (const [{ resolve, reject }, outcome] of outcomes) {
      if ('refusal' in outcome) reject(outcome.refusal)
      else resolve(outcome.result)
    }
  }

  function write(batch: Entry<T>[], ids: string[]): Promise<Written<T>> {
    const [first] = batch
    const { prepare, isLong } = first && 'work' in first.task ? first.task.options : {}
    const durable = batch.some((entry) => entry.durable)
    return store.transact({ durable, isLong }, async (tx, withCommit) => {
      await prepare?.(tx)
      const kinds = Map.groupBy(
        batch.flatMap(({ task }) => ('kind' in task ? task : [])),
        ({ kind }) => kind,
      )
      // Sent together; the facts are read after the locks.
      const [{ now, versions }, facts] = await awaitAll([store.lock(tx, ids), loadFacts(tx, kinds)])
      const drafts = await openDrafts(tx, { now, versions })
      const outcomes = new Map<Entry<T>, Outcome>()
      const events: T['event'][] = []
      const rows = new Map<CommandKind<T, unknown, unknown, unknown, unknown>, unknown[]>()
      const moments = new Map<T['settings'], Moment<T>>()
      const momentOf = (settings: T['settings']) => {
        const moment = moments.get(settings) ?? { ...settings, now }
        moments.set(settings, moment)
        return moment
      }
      for (const entry of batch) {
        const { task, settings } = entry
        const moment = momentOf(settings)
        if ('work' in task) {
          outcomes.set(entry, {
            result: await task.work(createUnit({ tx, moment, drafts, events, withCommit })),
          })
          continue
        }
        const draft = drafts.get(entry.ids[0] ?? '')
        if (!draft) {
          outcomes.set(entry, { refusal: store.notFound() })
          continue
        }
        const rowsOfKind = rows.get(task.kind) ?? []
        const stateOf = (id: string) => drafts.get(id)?.state
        const given = { facts: facts.get(task), rows: rowsOfKind, stateOf }
        const decision = task.kind.decide(draft.state, task.input, moment, given)
        if (decision.changes) store.apply(draft, decision.changes)
        for (const [id, changes] of decision.elsewhere ?? []) {
          const other = drafts.get(id)
          if (other) store.apply(other, changes)
        }
        if (decision.row !== undefined) rowsOfKind.push(decision.row)
        rows.set(task.kind, rowsOfKind)
        outcomes.set(entry, decision.outcome)
      }
      for (const [kind, written] of rows)
        if (kind.write && written.length > 0) withCommit(kind.write(tx, written))
      const opened = [...drafts.values()]
      const changed = opened.filter(({ isChanged }) => isChanged)
      if (changed.length > 0) withCommit(store.write(tx, changed))
      const statesOf = (some: D[]) => some.map(({ state }) => state)
      return {
        outcomes,
        events,
        changed: statesOf(changed),
        unchanged: statesOf(opened.filter(({ isChanged }) => !isChanged)),
      }
    })
  }

  async function loadFacts(
    tx: T['tx'],
    kinds: Map<CommandKind<T, unknown, unknown, unknown, unknown>, { input: unknown }[]>,
  ) {
    const facts = new Map<object, unknown>()
    await Promise.all(
      [...kinds].map(async ([{ load }, tasks]) => {
        const loaded = await load?.(
          tx,
          tasks.map(({ input }) => input),
        )
        for (const [index, task] of tasks.entries()) facts.set(task, loaded?.[index])
      }),
    )
    return facts
  }

  /** The states under their locks. A state in memory is current if its version is that of the locked row. */
  async function openDrafts(
    tx: T['tx'],
    { now, versions }: { now: number; versions: ReadonlyMap<string, string> },
  ) {
    const states = new Map<string, State>()
    for (const [id, version] of versions) {
      const known = memory.get(id)
      if (known?.version === version) states.set(id, known)
    }
    const missing = [...versions.keys()].filter((id) => !states.has(id))
    if (missing.length > 0)
      for (const state of await store.load(tx, missing)) {
        states.set(state.id, state)
        // Reads that do not wait for the commit see the changes that were told before.
        remember(state)
      }
    // A change of another node that is told from now on is a later one.
    for (const id of versions.keys()) stale.delete(id)
    return new Map([...states].map(([id, state]) => [id, store.open(state, now)]))
  }

  const createUnit = ({
    drafts,
    events,
    ...rest
  }: Pick<UnitOfWork<T>, 'tx' | 'moment' | 'withCommit'> & {
    drafts: ReadonlyMap<string, D>
    events: T['event'][]
  }): UnitOfWork<T> => {
    const draftOf = (id: string) => {
      const draft = drafts.get(id)
      if (!draft) throw store.notFound()
      return draft
    }
    return {
      ...rest,
      state: (id) => draftOf(id).state,
      accept: (id, { outcome, changes }) => {
        if ('refusal' in outcome) throw outcome.refusal
        if (changes) store.apply(draftOf(id), changes)
        return outcome.result
      },
      reload: (id) => store.reload(rest.tx, draftOf(id)),
      emit: (event) => void events.push(event),
    }
  }

  function remember(state: State) {
    memory.set(state.id, state)
    outdateLoad(state.id)
  }

  function forget(id: string) {
    memory.delete(id)
    outdateLoad(id)
  }

  /** A load that has begun before a change may lack it. */
  function outdateLoad(id: string) {
    const load = loads.get(id)
    if (load) load.isOutdated = true
    loads.delete(id)
  }

  /** Another node has changed the aggregate. A later `read` loads it again. */
  function invalidate(id: string) {
    if (memory.has(id)) stale.add(id)
    outdateLoad(id)
  }

  /** Invalidates the states in memory whose version in the database is another one. */
  function invalidateChanged(versions: ReadonlyMap<string, string>) {
    for (const [id, { version }] of memory.entries())
      if (versions.get(id) !== version) invalidate(id)
  }

  /** Returns the state of an aggregate, with all changes that were told before. Throws the error of an unknown one. */
  async function read(id: string): Promise<State> {
    const state = (await readMany([id])).get(id)
    if (!state) throw store.notFound()
    return state
  }

  /** Returns states by id, without those of unknown aggregates. */
  async function readMany(ids: readonly string[]): Promise<ReadonlyMap<string, State>> {
    const current = new Map<string, State>()
    for (const id of ids) {
      const state = stale.has(id) ? undefined : memory.get(id)
      if (state) current.set(id, state)
    }
    const missing = ids.filter((id) => !current.has(id))
    if (missing.length === 0) return current
    startLoad(missing.filter((id) => !loads.has(id)))
    const loading = missing.map(async (id) => [id, (await loads.get(id)?.states)?.get(id)] as const)
    for (const [id, state] of await Promise.all(loading)) if (state) current.set(id, state)
    return current
  }

  function startLoad(ids: readonly string[]) {
    if (ids.length === 0) return
    const states = store
      .read(ids)
      .then((loaded) => new Map(loaded.map((state) => [state.id, state])))
    const own = new Map(ids.map((id) => [id, { states, isOutdated: false }]))
    for (const [id, entry] of own) loads.set(id, entry)
    const finish = (loaded?: ReadonlyMap<string, State>) => {
      for (const [id, entry] of own) {
        if (entry.isOutdated) continue
        loads.delete(id)
        const state = loaded?.get(id)
        if (state) memory.set(id, state)
        else memory.delete(id)
        stale.delete(id)
      }
    }
    states.then(finish, () => finish())
  }

  return {
    submit,
    transact,
    read,
    readMany,
    invalidate,
    invalidateChanged,
    /** The aggregates in memory. */
    ids: () => [...memory.keys()],
    /** How many commands wait for their commit. */
    pending: () => pending,
  }
}
