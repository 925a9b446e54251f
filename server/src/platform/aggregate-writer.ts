import { isTimeout, isTransientError } from '../database/error-kinds.ts'
import { awaitAll } from '../database/transaction.ts'
import { createAggregateMemory } from './aggregate-memory.ts'
import {
  type AggregateStore,
  type AggregateTypes,
  type CommandKind,
  createUnit,
  type Draft,
  type Moment,
  type UnitOfWork,
  type UnitOptions,
} from './aggregate-store.ts'
import { createBatchQueue, type Waiting } from './batch-queue.ts'
import type { Log } from './log.ts'
import { tracedCommands, tracedTransactions } from './traced.ts'

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

/** A command, or a unit of work, which is alone in its transaction. */
interface Entry<T extends AggregateTypes> extends PromiseWithResolvers<unknown>, Waiting {
  ids: readonly string[]
  reject: (error: unknown) => void
  settings: T['settings']
  durable: boolean
  task:
    | { kind: CommandKind<T, unknown, unknown, unknown, unknown>; input: unknown }
    | { work: (unit: UnitOfWork<T>) => Promise<unknown>; options: UnitOptions<T> }
}

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
  const memory = createAggregateMemory(store, maxSize)
  const queue = createBatchQueue<Entry<T>>({
    concurrency: store.concurrency,
    monotonicNow,
    schedule,
    run: writeBatch,
  })
  let pending = 0

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

  async function enqueue(entry: Pick<Entry<T>, 'ids' | 'settings' | 'durable' | 'task'>) {
    const options = 'work' in entry.task ? entry.task.options : undefined
    const queued = {
      ...entry,
      isAlone: options !== undefined,
      isLong: options?.isLong === true,
      ...Promise.withResolvers<unknown>(),
    }
    queue.add(queued)
    pending += 1
    try {
      return await tracedCommands.tracePromise(() => queued.promise, queued)
    } finally {
      pending -= 1
    }
  }

  /** Answers all commands. Never rejects. */
  async function writeBatch(batch: readonly Entry<T>[]): Promise<void> {
    const ids = [...new Set(batch.flatMap((entry) => entry.ids))]
    let written: Written<T, D>
    try {
      written = await tracedTransactions.tracePromise(() => write(batch, ids), { commands: batch })
    } catch (error) {
      for (const id of ids) memory.forget(id)
      if (isTimeout(error)) queue.refuseAll()
      if (batch.length === 1 || isTransientError(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      log.warn({ err: error, commands: batch.length }, 'batch failed, its commands run alone')
      for (const entry of batch) await writeBatch([entry])
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

  function write(batch: readonly Entry<T>[], ids: readonly string[]): Promise<Written<T, D>> {
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
        () => store.lock(tx, ids),
        () => loadForCommands(tx, kinds),
      ])
      const drafts = await memory.open(tx, { now, versions })
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
            result: await task.work(createUnit(store, { tx, moment, drafts, events, withCommit })),
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
        if (kind.write && written.length > 0)
          for (const send of kind.write(written)) withCommit(send(tx))
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
      [...kinds].map(([{ load }, tasks]) => async () => {
        const items = await load?.(
          tx,
          tasks.map(({ input }) => input),
        )
        for (const [index, task] of tasks.entries()) loaded.set(task, items?.[index])
      }),
    )
    return loaded
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
