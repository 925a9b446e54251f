// What an aggregate is: its types, its commands, its units of work, and how it is stored.

/** The types that belong to one kind of aggregate. */
export interface AggregateTypes {
  /** The aggregate in memory. `version` is random with each commit. */
  state: { id: string; version: string }
  changes: object
  /** The settings that decisions depend on. */
  settings: object
  /** What is published after the commit. */
  event: unknown
  /** A transaction, or a connection that reads. */
  tx: unknown
}

/** The settings, and the time by the database's clock in epoch milliseconds. */
export type Moment<T extends AggregateTypes> = T['settings'] & { now: number }

/** What a command decides: its result, or why it is refused. A refusal may change something too. */
export interface AggregateDecision<Changes, Result, Row = never> {
  outcome: { result: Result } | { refusal: Error }
  changes?: Changes
  /** What changes in other aggregates of the command. */
  otherChanges?: readonly (readonly [id: string, changes: Changes])[]
  /** What else is written in the same transaction. */
  row?: Row
}

/** What a decision knows besides the state of its aggregate. */
interface Given<T extends AggregateTypes, Loaded, Row> {
  /** What the command has loaded. */
  loaded: Loaded
  /** Of the decisions before it in the same transaction. */
  rows: readonly Row[]
  /** The state of another aggregate of the command. Undefined for an unknown one. */
  stateOf: (id: string) => T['state'] | undefined
}

/** Sends a statement. */
type Statement<T extends AggregateTypes> = (tx: T['tx']) => Promise<unknown>

/** A kind of command. The commands of a kind in one transaction are read and written together. */
export interface CommandKind<
  T extends AggregateTypes,
  Input,
  Result,
  Loaded = undefined,
  Row = never,
> {
  /** A durable command is on disk before it is answered. */
  durable: boolean
  /** Reads what decisions need besides the state, in the order of the inputs. Runs under the locks. */
  load?: (tx: T['tx'], inputs: readonly Input[]) => Promise<readonly Loaded[]>
  /** Pure. An error that it throws is a bug. */
  decide: (
    state: T['state'],
    input: Input,
    moment: Moment<T>,
    given: Given<T, Loaded, Row>,
  ) => AggregateDecision<T['changes'], Result, Row>
  /** The statements that write the rows of decisions. All are made before the first one is sent, and they are sent together with the commit. */
  write?: (rows: readonly Row[]) => readonly Statement<T>[]
}

/** Work with statements of its own, under the locks of some aggregates. It decides and changes as commands do. */
export interface UnitOfWork<T extends AggregateTypes> {
  tx: T['tx']
  moment: Moment<T>
  /** The state with the changes so far. Throws the error of an unknown aggregate. */
  state: (id: string) => T['state']
  /** Applies a decision and returns its result. Throws its refusal. */
  accept: <Result>(id: string, decision: AggregateDecision<T['changes'], Result>) => Result
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

export interface UnitOptions<T extends AggregateTypes> {
  durable: boolean
  /** Runs before the aggregates are locked: for a lock that comes first. */
  prepare?: (tx: T['tx']) => Promise<unknown>
  /** Only the commit has a time limit. */
  isLong?: boolean
}

/** Creates the unit of work of a transaction from the drafts of its aggregates. */
export function createUnit<T extends AggregateTypes, D extends Draft<T['state']>>(
  store: Pick<AggregateStore<T, D>, 'apply' | 'reload' | 'notFound'>,
  {
    drafts,
    events,
    ...rest
  }: Pick<UnitOfWork<T>, 'tx' | 'moment' | 'withCommit'> & {
    drafts: ReadonlyMap<string, D>
    events: T['event'][]
  },
): UnitOfWork<T> {
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
