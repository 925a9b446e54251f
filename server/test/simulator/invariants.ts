import type { ShowRow, ShowtimeEvent } from '#src/inventory/store/showtime-store.ts'
import type { Config } from '../../src/config/config.ts'
import type { ShowtimeState } from '../../src/inventory/state.ts'
import { findBookingViolations } from './booking-invariants.ts'
import { bookingOf, type StoredBooking } from './bookings.ts'
import { findDecisionViolation } from './decision-invariants.ts'
import { type Root, rowsOf, type Transaction } from './memory-database.ts'
import { partOf, TABLES } from './memory-statements.ts'
import type { NodeObserver, SimulatedNode } from './node.ts'
import type { People } from './people.ts'
import { findShowtimeViolations } from './showtime-invariants.ts'
import { differenceFromRows } from './stored-state.ts'
import type { Violation } from './violation.ts'
import { findVoucherViolations } from './voucher-invariants.ts'

interface Version {
  showtimeId: string
  /** Grows with each change. */
  change: number
  root: Root
  isLost: boolean
}

interface Unpublished {
  tx: Transaction
  /** In order. */
  ids: string[]
  /** The node has been told of the commit. */
  isKnown: boolean
}

export type Invariants = ReturnType<typeof createInvariants>

/** Checks what is stored after each commit, and what the nodes answer and publish. The first violation counts. */
export function createInvariants(terms: { settings: Config; people: People }) {
  let violation: Violation | undefined
  const versions = new Map<string, Version>()
  /** The versions of the states with which the changes of a transaction were decided. */
  const seen = new WeakMap<Transaction, Map<string, string>>()
  const lastChange = new Map<string, number>()
  const compared = new WeakSet<ShowtimeState>()
  const unpublished = new Map<Transaction, Unpublished>()
  /** Not those of a writer, or with an unknown outcome. */
  const untracked = new WeakSet<Transaction>()
  /** How often a booking had changed when a change of it was answered. */
  const answered = new Map<string, number>()
  let changeCount = 0
  let crashes = 0

  const report = (rule: string, detail: string) => {
    violation ??= { rule, detail }
  }
  const reportAll = (violations: Iterable<Violation>) => {
    for (const { rule, detail } of violations) report(rule, detail)
  }

  function onCommit(before: Root, after: Root, tx: Transaction) {
    const ids = [...rowsOf<ShowRow>(after, 'showtimes').keys()]
    const changedIds = ids.filter((id) => versionOf(before, id) !== versionOf(after, id))
    for (const id of ids) checkVersion(id, { before, after })
    for (const [id, version] of seen.get(tx) ?? [])
      if (version !== versionOf(before, id))
        report('memory', `a change of ${id} was decided with an earlier state`)
    for (const id of changedIds)
      reportAll(findShowtimeViolations(id, { ...terms, before, after, tx }))
    reportAll(findBookingViolations({ before, after, changedIds }))
    reportAll(findVoucherViolations({ before, after, tx }))
    if (tx.node.isAlive && !untracked.has(tx))
      unpublished.set(tx, { tx, ids: changedIds.sort(), isKnown: false })
  }

  const versionOf = (root: Root, id: string) => rowsOf<ShowRow>(root, 'showtimes').get(id)?.version

  function checkVersion(id: string, { before, after }: { before: Root; after: Root }) {
    const [was, is] = [before, after].map((root) => rowsOf<ShowRow>(root, 'showtimes').get(id))
    if (!is) return
    if (!was || was.version !== is.version) {
      if (versions.has(is.version)) report('version', `version of ${id} came again`)
      if (was && is.rev !== was.rev + 1)
        report('version', `rev of ${id}: ${was.rev}, then ${is.rev}`)
      changeCount += 1
      versions.set(is.version, { showtimeId: id, change: changeCount, root: after, isLost: false })
      lastChange.set(id, changeCount)
      return
    }
    const isChanged = TABLES.some((table) => isPartChanged({ before, after }, partOf(table, id)))
    if (isChanged || was !== is) report('version', `${id} changed without a new version`)
  }

  function onCrash(_before: Root, after: Root) {
    crashes += 1
    const current = new Set(
      [...rowsOf<ShowRow>(after, 'showtimes').values()].map(({ version }) => version),
    )
    for (const id of rowsOf<ShowRow>(after, 'showtimes').keys())
      lastChange.set(id, versions.get(versionOf(after, id) ?? '')?.change ?? 0)
    for (const [version, known] of versions)
      if (known.change > (lastChange.get(known.showtimeId) ?? 0) && !current.has(version))
        known.isLost = true
    for (const [id, changes] of answered)
      if ((bookingOf(after, id)?.changes ?? 0) < changes)
        report('durable', `an answered change of ${id} is lost`)
  }

  /** Compares a state in memory with what was stored with its version. */
  function compare(state: ShowtimeState, where: string) {
    if (compared.has(state)) return
    compared.add(state)
    const version = versions.get(state.version)
    if (!version)
      return report('memory', `${where}: the version of ${state.id} was never committed`)
    const difference = differenceFromRows(state, version.root)
    if (difference) report('memory', `${where}: ${state.id} ${difference}`)
  }

  /** The changes that a node publishes are those of one of its commits. */
  function onPublish(
    node: SimulatedNode,
    changedIds: readonly string[],
    events: readonly ShowtimeEvent[],
  ) {
    const wanted = [...changedIds].sort().join()
    const found = [...unpublished.values()].find(
      ({ tx, ids, isKnown }) => isKnown && tx.node === node.owner && ids.join() === wanted,
    )
    if (found) unpublished.delete(found.tx)
    else if (wanted || events.length > 0)
      report('publish', `${node.name} published ${wanted || 'events'} before the commit`)
  }

  /** The node knows the outcome of a transaction now, or that it does not know it. */
  function onSettled(tx: Transaction, isKnown: boolean) {
    const waiting = unpublished.get(tx)
    if (isKnown && waiting) waiting.isKnown = true
    else unpublished.delete(tx)
    if (!isKnown) untracked.add(tx)
  }

  /** A commit whose answer a node has received is published in the same step. */
  function afterStep() {
    for (const { tx, ids, isKnown } of unpublished.values())
      if (isKnown && tx.node.isAlive)
        report(
          'publish',
          `${tx.node.name} has not published a change of ${ids.join() || 'nothing'}`,
        )
  }

  function onAnswer(transactions: readonly Transaction[], error: unknown) {
    const last = transactions.at(-1)
    const isRefused = error instanceof Error && 'statusCode' in error
    if (error !== undefined && !isRefused) return
    const isUnit = transactions.length === 1
    if (error === undefined && last && last.status !== 'committed')
      report('answer', 'a call was answered before its commit')
    if (isRefused && isUnit && last?.status === 'open')
      report('answer', 'a call was refused before its transaction ended')
    if (error === undefined && last)
      for (const id of last.writes.get('bookings')?.keys() ?? []) {
        const booking = last.writes.get('bookings')?.get(id) as StoredBooking
        answered.set(id, Math.max(booking.changes, answered.get(id) ?? 0))
      }
  }

  const observer: NodeObserver = {
    opened: (state) => compare(state, 'command'),
    wrote: (tx, drafts) => {
      seen.set(tx, new Map(drafts.map(({ before }) => [before.id, before.version])))
    },
    decided: (given) => reportAll(findDecisionViolation(given)),
    published: onPublish,
    settled: onSettled,
    answered: onAnswer,
    readDone: (state, since) => {
      compare(state, 'read')
      const version = versions.get(state.version)
      if (version && !version.isLost && version.change < since)
        report('read', `a read of ${state.id} lacks a change that was published before`)
    },
    failed: (error) => {
      const isKey = error instanceof Error && error.message.includes(' in keys')
      if (!isKey) report('failure', `a batch failed: ${error}`)
    },
  }

  return {
    observer,
    onCommit,
    onCrash,
    afterStep,
    /** A transaction without the writer: nothing is published after it. */
    untrack: (tx: Transaction) => untracked.add(tx),
    report,
    violation: () => violation,
    /** How often the database has crashed. */
    crashes: () => crashes,
    lastChange: (id: string) => lastChange.get(id) ?? 0,
    /** Checks what is stored at the end of a run. */
    checkEnd: (root: Root) => {
      for (const [id, changes] of answered)
        if ((bookingOf(root, id)?.changes ?? 0) < changes)
          report('durable', `an answered change of ${id} is lost`)
    },
  }
}

/** Whether rows have changed, but for when visitors were last seen. */
function isPartChanged({ before, after }: { before: Root; after: Root }, part: string) {
  const [was, is] = [before.get(part), after.get(part)]
  if (was === is) return false
  const text = (rows: typeof was) =>
    JSON.stringify([...(rows ?? [])].sort().map(([key, row]) => [key, { ...row, seen_at: null }]))
  return text(was) !== text(is)
}
