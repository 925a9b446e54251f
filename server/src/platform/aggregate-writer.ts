import { isTimeout, isTransientError } from '../database/error-kinds.ts'
import { awaitAll } from '../database/transaction.ts'
import { unavailable } from '../errors.ts'
import { createAggregateMemory } from './aggregate-memory.ts'
import type {
  AggregateStore,
  AggregateTypes,
  CommandKind,
  Draft,
  Moment,
  UnitOfWork,
  UnitOptions,
} from './aggregate-store.ts'
import type { Log } from './log.ts'
import { tracedCommands, tracedTransactions } from './traced.ts'

/** Commands of one transaction. All of them are answered together: a larger batch increases latency. */
const MAX_BATCH = 256
/** Commands of one aggregate in a transaction, so that the others need not wait for a popular one. */
const MAX_PER_AGGREGATE = 128
const MAX_WAITING = 20_000
/** The time limit of a command that waits for its turn. A transaction that has begun has a time limit of its own. */
const MAX_WAIT_MS = 5000

interface WriterOptions<T extends AggregateTypes, D extends Draft<T['state']>> {
  log: Log
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number
  /** Called after each commit with what has changed. */
  publish: (changed: readonly D[], events: readonly T['event'][]) => void
  /** The sum of `sizeOf` of the states that are kept in memory. */
  maxSize: number
  /** Calls a function in the next turn of the event loop. */
  schedule?: (start: () => void) => void
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

const isLong = <T extends AggregateTypes>({ task }: Entry<T>) =>
  'work' in task && task.options.isLong === true

type CommandOutcome = { result: unknown } | { refusal: Error }

interface Written<T extends AggregateTypes, D extends Draft<T['state']>> {
  outcomes: Map<Entry<T>, CommandOutcome>
  changed: D[]
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
  { log, monotonicNow, publish, maxSize, schedule = setImmediate }: WriterOptions<T, D>,
) {
  type State = T['state']
  const memory = createAggregateMemory(store, maxSize)
  let waiting: Entry<T>[] = []
  const busyIds = new Set<string>()
  let running = 0
  /** A long unit of work may wait for a lock in its transaction. There is one at a time, so that commands have the other transactions. */
  let isLongRunning = false
  let pending = 0
  let isScheduled = false

  /**
   * Decides a command under the lock of its aggregate, and of `others`. Resolves after the commit. Throws the refusal, and UNAVAILABLE
   * when too many wait.
   */
  const submit = <Input, Result, Loaded, Row>(
    kind: CommandKind<T, Input, Result, Loaded, Row>,
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
    rejectWaiting()
    while (running < store.concurrency) {
      const batch = takeBatch()
      if (batch.length === 0) return
      void run(batch)
    }
  }

  /** Refuses the commands that have waited too long. They wait in order of arrival. */
  function rejectWaiting() {
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
      const mustWait = isAlone && (batch.length > 0 || (isLong(entry) && isLongRunning))
      if (mustWait || entry.ids.some(isBlocked)) {
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
    const hasLong = batch.some(isLong)
    for (const id of ids) busyIds.add(id)
    running += 1
    if (hasLong) isLongRunning = true
    await writeBatch(batch, ids)
    running -= 1
    if (hasLong) isLongRunning = false
    for (const id of ids) busyIds.delete(id)
    start()
  }

  /** Answers all commands. Never rejects. */
  async function writeBatch(batch: Entry<T>[], ids: string[]): Promise<void> {
    let written: Written<T, D>
    try {
      written = await tracedTransactions.tracePromise(() => write(batch, ids), { commands: batch })
    } catch (error) {
      for (const id of ids) memory.forget(id)
      if (isTimeout(error)) refuse(waiting.length)
      if (batch.length === 1 || isTransientError(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      log.warn({ err: error, commands: batch.length }, 'batch failed, its commands run alone')
      for (const entry of batch) await writeBatch([entry], [...entry.ids])
      return
    }
    publishAndAnswer(written)
  }

  /** The commit is done: nothing that fails from here on may undo or repeat it. */
  function publishAndAnswer({ outcomes, changed, unchanged, events }: Written<T, D>) {
    const states = changed.map(({ state }) => state)
    for (const state of [...unchanged, ...states]) memory.remember(state)
    try {
      publish(changed, events)
    } catch (error) {
      log.error({ err: error, changedIds: states.map(({ id }) => id) }, 'changes not published')
    }
    for (const [{ resolve, reject }, outcome] of outcomes) {
      if ('refusal' in outcome) reject(outcome.refusal)
      else resolve(outcome.result)
    }
  }

  function write(batch: Entry<T>[], ids: string[]): Promise<Written<T, D>> {
    const [first] = batch
    const { prepare, isLong } = first && 'work' in first.task ? first.task.options : {}
    const durable = batch.some((entry) => entry.durable)
    return store.transact({ durable, isLong }, async (tx, withCommit) => {
      await prepare?.(tx)
      const kinds = Map.groupBy(
        batch.flatMap(({ task }) => ('kind' in task ? task : [])),
        ({ kind }) => kind,
      )
      // Sent together; what commands load is read after the locks.
      const [{ now, versions }, loaded] = await awaitAll([
        store.lock(tx, ids),
        loadForCommands(tx, kinds),
      ])
      const drafts = await openDrafts(tx, { now, versions })
      const outcomes = new Map<Entry<T>, CommandOutcome>()
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
        const given = { loaded: loaded.get(task), rows: rowsOfKind, stateOf }
        const decision = task.kind.decide(draft.state, task.input, moment, given)
        if (decision.changes) store.apply(draft, decision.changes)
        for (const [id, changes] of decision.otherChanges ?? []) {
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
      const unchanged = opened.filter(({ isChanged }) => !isChanged)
      return { outcomes, events, changed, unchanged: unchanged.map(({ state }) => state) }
    })
  }

  async function loadForCommands(
    tx: T['tx'],
    kinds: Map<CommandKind<T, unknown, unknown, unknown, unknown>, { input: unknown }[]>,
  ) {
    const loaded = new Map<object, unknown>()
    await awaitAll(
      [...kinds].map(async ([{ load }, tasks]) => {
        const items = await load?.(
          tx,
          tasks.map(({ input }) => input),
        )
        for (const [index, task] of tasks.entries()) loaded.set(task, items?.[index])
      }),
    )
    return loaded
  }

  /** The states under their locks. A state in memory is current if its version is that of the locked row. */
  async function openDrafts(
    tx: T['tx'],
    { now, versions }: { now: number; versions: ReadonlyMap<string, string> },
  ) {
    const states = new Map<string, State>()
    for (const [id, version] of versions) {
      const known = memory.find(id)
      if (known?.version === version) states.set(id, known)
    }
    const missing = [...versions.keys()].filter((id) => !states.has(id))
    if (missing.length > 0)
      for (const state of await store.load(tx, missing)) {
        states.set(state.id, state)
        // Reads that do not wait for the commit see the changes that were published before.
        memory.remember(state)
      }
    memory.confirm(versions.keys())
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

  return {
    submit,
    transact,
    read: memory.read,
    readMany: memory.readMany,
    invalidate: memory.invalidate,
    versions: memory.versions,
    invalidateChanged: memory.invalidateChanged,
    /** The aggregates in memory. */
    ids: memory.ids,
    /** How many commands wait for their commit. */
    pending: () => pending,
  }
}
