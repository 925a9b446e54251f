import type { Random } from './random.ts'
import { createOwner, type Owner, type Scheduler } from './scheduler.ts'

/** A table, or the part of a table that belongs to one showtime: rows by their keys. */
export type Part = ReadonlyMap<string, object>
/** All that is committed, by the name of the part. Never changed: a commit creates another one. */
export type Root = ReadonlyMap<string, Part>

export interface Transaction {
  id: number
  node: Owner
  durable: boolean
  status: 'open' | 'committed' | 'rolledBack'
  /** By part and key. Null: deleted. */
  writes: Map<string, Map<string, object | null>>
  inserts: Set<string>
  locks: Set<string>
  /** Statements that wait, in the order in which they were sent. */
  queue: Statement[]
  isScheduled: boolean
  blockedOn: string | undefined
  error: Error | undefined
  /** Reads as of one moment: what was committed at the first statement. */
  snapshot: Root | undefined
  isReadOnly: boolean
  begunAt: number
  /** A command of the transaction asks for accessible places. */
  asksForAccess: boolean
  /** The moment of the locks, epoch milliseconds. */
  lockedAt: number
}

interface Statement {
  run: () => unknown
  /** Acquired before the statement runs, in order. */
  locks: string[]
  /** A statement of the end of the transaction: its answer may be lost. */
  end?: 'commit' | 'rollback'
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** Probabilities. */
export interface DatabaseFaults {
  beginFails: number
  commitFails: number
  /** The transaction is committed, but the node is told that the connection was lost. */
  answerLost: number
  /** The node stops waiting; the transaction is committed later. */
  commitLate: number
}

interface DatabaseOptions {
  scheduler: Scheduler
  random: Random
  faults: DatabaseFaults
  onCommit?: (before: Root, after: Root, tx: Transaction) => void
  /** A crash has lost the last commits that were not durable. */
  onCrash?: (before: Root, after: Root) => void
}

export const errorWith = (code: string, message: string) =>
  Object.assign(new Error(message), { code })

/** The database ends a transaction whose node does nothing. */
const IDLE_LIMIT_MS = 8000
const LATE_MS = 3000
/** At most so many commits wait for the disk. */
const MAX_UNFLUSHED = 40

export type MemoryDatabase = ReturnType<typeof createMemoryDatabase>

/**
 * A database in memory with the promises of PostgreSQL that the writer needs: row locks, one statement after another on a connection, each with
 * what is committed when it runs, atomic commits, and commits that a crash loses unless they are durable or a durable one came later.
 */
export function createMemoryDatabase(options: DatabaseOptions) {
  const { scheduler, random, faults } = options
  const owner = createOwner('database')
  /** The last root is committed. The first one is on disk. */
  let history: Root[] = [new Map()]
  const open = new Set<Transaction>()
  const holders = new Map<string, Transaction>()
  let nextId = 1

  const root = () => history.at(-1) as Root

  function begin(node: Owner, { durable = false, isReadOnly = false } = {}): Transaction {
    const tx: Transaction = {
      id: nextId,
      node,
      durable,
      status: 'open',
      writes: new Map(),
      inserts: new Set(),
      locks: new Set(),
      queue: [],
      isScheduled: false,
      blockedOn: undefined,
      error: undefined,
      snapshot: undefined,
      isReadOnly,
      begunAt: scheduler.now(),
      asksForAccess: false,
      lockedAt: 0,
    }
    nextId += 1
    open.add(tx)
    return tx
  }

  /** Sends a statement. The ones that were sent together run in one step, unless one of them waits for a lock. */
  const send = <Result>(
    tx: Transaction,
    run: () => Result,
    { locks = [], end }: { locks?: string[]; end?: 'commit' | 'rollback' } = {},
  ) =>
    new Promise<Result>((resolve, reject) => {
      tx.queue.push({
        run,
        locks,
        ...(end && { end }),
        resolve: resolve as (result: unknown) => void,
        reject,
      })
      proceed(tx)
    })

  function proceed(tx: Transaction) {
    if (tx.isScheduled || tx.blockedOn !== undefined) return
    tx.isScheduled = true
    scheduler.add(owner, () => {
      tx.isScheduled = false
      runQueue(tx)
    })
  }

  function runQueue(tx: Transaction) {
    const answers: (() => void)[] = []
    tx.snapshot = tx.isReadOnly ? (tx.snapshot ?? root()) : undefined
    for (let statement = tx.queue[0]; statement; statement = tx.queue[0]) {
      if (tx.status === 'open' && !tx.error && !acquire(tx, statement.locks)) break
      tx.queue.shift()
      answers.push(runStatement(tx, statement))
    }
    if (answers.length > 0)
      scheduler.add(tx.node, () => {
        for (const answer of answers) answer()
      })
  }

  /** Runs a statement. Returns what tells the node. */
  function runStatement(tx: Transaction, { run, end, resolve, reject }: Statement) {
    if (end === 'rollback') {
      finish(tx, 'rolledBack')
      return () => resolve(undefined)
    }
    const error =
      tx.status === 'open' ? tx.error : (tx.error ?? errorWith('08006', 'connection lost'))
    if (error) return () => reject(error)
    try {
      const result = run()
      return () => resolve(result)
    } catch (thrown) {
      tx.error = thrown as Error
      return () => reject(thrown as Error)
    }
  }

  /** Returns false if the transaction waits for another one. */
  function acquire(tx: Transaction, locks: string[]) {
    for (const name of locks) {
      const holder = holders.get(name)
      if (holder && holder !== tx) {
        tx.blockedOn = name
        if (isDeadlock(tx)) {
          tx.blockedOn = undefined
          tx.error = errorWith('40P01', 'deadlock')
          return true
        }
        return false
      }
      holders.set(name, tx)
      tx.locks.add(name)
    }
    return true
  }

  function isDeadlock(tx: Transaction) {
    for (let other = blockerOf(tx); other; other = blockerOf(other)) if (other === tx) return true
    return false
  }
  const blockerOf = ({ blockedOn }: Transaction) => holders.get(blockedOn ?? '')

  function finish(tx: Transaction, status: 'committed' | 'rolledBack') {
    if (tx.status === 'open') tx.status = status
    open.delete(tx)
    for (const name of tx.locks) {
      holders.delete(name)
      for (const other of open) {
        if (other.blockedOn !== name) continue
        other.blockedOn = undefined
        proceed(other)
      }
    }
    tx.locks.clear()
  }

  /** Ends a transaction from outside. Its statements fail. */
  function abort(tx: Transaction, error: Error) {
    if (tx.status !== 'open') return
    tx.error ??= error
    tx.blockedOn = undefined
    finish(tx, 'rolledBack')
    proceed(tx)
  }

  function commit(tx: Transaction) {
    const before = root()
    for (const name of tx.inserts) {
      const [part = '', key = ''] = name.split('\n')
      const isWritten = tx.writes.get(part)?.get(key)
      if (isWritten && before.get(part)?.has(key)) throw uniqueViolation(part, key)
    }
    const after = new Map(before)
    for (const [part, rows] of tx.writes) {
      const merged = new Map(before.get(part))
      for (const [key, row] of rows)
        if (row) merged.set(key, row)
        else merged.delete(key)
      after.set(part, merged)
    }
    history = tx.durable || history.length > MAX_UNFLUSHED ? [after] : [...history, after]
    finish(tx, 'committed')
    options.onCommit?.(before, after, tx)
  }

  type Work<Result> = (
    tx: Transaction,
    withCommit: (statement: Promise<unknown>) => void,
  ) => Promise<Result>

  /** Runs work in a transaction, as `inTransaction` does. */
  async function transact<Result>(
    node: Owner,
    durable: boolean,
    work: Work<Result>,
  ): Promise<Result> {
    const tx = begin(node, { durable })
    const begun = send(tx, () => {
      if (random.chance(faults.beginFails)) throw errorWith('ECONNREFUSED', 'no connection')
    })
    begun.catch(() => undefined)
    const sent: Promise<unknown>[] = [begun]
    try {
      const result = await work(tx, (statement) => sent.push(statement))
      const committed = sendCommit(tx)
      await Promise.allSettled([...sent, committed])
      await Promise.all([...sent, committed])
      return result
    } catch (error) {
      await Promise.allSettled(sent)
      if (tx.status === 'open' && !isLate.has(tx))
        await send(tx, () => undefined, { end: 'rollback' }).catch(() => undefined)
      throw error
    }
  }

  /** Their nodes wait no longer. */
  const isLate = new WeakSet<Transaction>()

  function sendCommit(tx: Transaction) {
    if (random.chance(faults.commitLate)) {
      isLate.add(tx)
      scheduler.add(
        owner,
        () => void sendNow(tx).catch(() => abort(tx, errorWith('08006', 'failed'))),
        random.between(1, LATE_MS),
      )
      return Promise.reject(errorWith('ETIMEDOUT', 'timeout'))
    }
    return sendNow(tx)
  }

  const sendNow = (tx: Transaction) => {
    const isAnswerLost = random.chance(faults.answerLost)
    return send(
      tx,
      () => {
        if (random.chance(faults.commitFails)) throw errorWith('57P01', 'terminating connection')
        commit(tx)
        if (isAnswerLost) throw errorWith('ECONNRESET', 'connection lost')
      },
      { end: 'commit' },
    )
  }

  /** Statements that are sent together read as of one moment. */
  async function read<Result>(
    node: Owner,
    run: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const tx = begin(node, { isReadOnly: true })
    try {
      return await run(tx)
    } finally {
      open.delete(tx)
    }
  }

  /** Loses commits that are not durable: the last ones, never one before a durable one. Ends all transactions. */
  function crash() {
    const before = root()
    history = [history[random.below(history.length)] as Root]
    for (const tx of [...open]) abort(tx, errorWith('57P02', 'the database has crashed'))
    options.onCrash?.(before, root())
  }

  /** Ends the transactions of a node that has crashed. What it has sent may still be done. */
  function disconnect(node: Owner) {
    for (const tx of [...open]) {
      if (tx.node !== node || isLate.has(tx)) continue
      const [next] = tx.queue
      if (next?.end === 'commit' && tx.blockedOn === undefined && random.chance(0.5)) runQueue(tx)
      abort(tx, errorWith('08006', 'connection lost'))
    }
  }

  /** Ends the transactions that take too long, now and again and again. */
  function endIdle() {
    const oldest = scheduler.now() - IDLE_LIMIT_MS
    for (const tx of [...open])
      if (tx.begunAt < oldest && !tx.isReadOnly)
        abort(tx, errorWith('25P03', 'idle in transaction'))
    scheduler.add(owner, endIdle, IDLE_LIMIT_MS / 4)
  }

  return {
    root,
    /** Replaces everything. For the start of a run. */
    fill: (filled: Root) => {
      history = [filled]
    },
    endIdle,
    begin,
    send,
    transact,
    read,
    crash,
    disconnect,
  }
}

const uniqueViolation = (part: string, key: string) =>
  errorWith('23505', `duplicate key ${key} in ${part}`)

// What statements read and write. They run in a step of the database.

export const rowsOf = <Row>(root: Root, part: string) =>
  (root.get(part) ?? new Map()) as ReadonlyMap<string, Row>

/** The rows of a part as the transaction sees them. */
export function readRows<Row extends object>(
  root: Root,
  tx: Transaction,
  part: string,
): Map<string, Row> {
  const rows = new Map(rowsOf<Row>(tx.snapshot ?? root, part))
  for (const [key, row] of tx.writes.get(part) ?? [])
    if (row) rows.set(key, row as Row)
    else rows.delete(key)
  return rows
}

export function readRow<Row extends object>(
  root: Root,
  tx: Transaction,
  at: readonly [part: string, key: string],
) {
  const [part, key] = at
  const written = tx.writes.get(part)?.get(key)
  return (written === undefined ? rowsOf<Row>(tx.snapshot ?? root, part).get(key) : written) as
    | Row
    | null
    | undefined
}

/** Null deletes the row. */
export function writeRow(
  tx: Transaction,
  [part, key]: readonly [part: string, key: string],
  row: object | null,
) {
  const rows = tx.writes.get(part) ?? new Map<string, object | null>()
  tx.writes.set(part, rows)
  rows.set(key, row)
}

/** Fails if there is a row with this key, as a primary key does. */
export function insertRow(
  root: Root,
  tx: Transaction,
  at: readonly [part: string, key: string],
  row: object,
) {
  const [part, key] = at
  if (readRow(root, tx, at)) throw uniqueViolation(part, key)
  if (!rowsOf(root, part).has(key)) tx.inserts.add(`${part}\n${key}`)
  writeRow(tx, at, row)
}
