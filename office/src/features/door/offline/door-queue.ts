import { MINUTE_MS } from '@marquee/contract/time'
import { ApiError, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { create } from 'zustand'
import { type ServerAnswer, sendScan, sendUndo } from '#features/door/door.queries.ts'
import { refetchDevice } from '#lib/device.queries.ts'
import { readStored, writeStored } from './device-database.ts'
import { continueAfter, type DoorEntry, deviceTime } from './door-list.ts'

const STORAGE_KEY = 'entries'
/** Sent entries stay for the list that is fetched next, and for the recent scans. */
const KEEP_SENT_MS = 10 * MINUTE_MS

interface Queue {
  entries: DoorEntry[]
  /** The last answer of the server that differs from what this device decided. */
  correction: ServerAnswer | undefined
  /** The storage of this device does not work: scans would be lost with the page. */
  isUnsafe: boolean
}

export const useDoorQueue = create<Queue>(() => ({
  entries: [],
  correction: undefined,
  isUnsafe: false,
}))

export const isWaiting = ({ sentAt }: DoorEntry) => sentAt === undefined

/** Reads what an earlier page has left, and sends it. */
export async function restoreQueue() {
  const stored = (await readStored<DoorEntry[]>(STORAGE_KEY)) ?? []
  for (const { sentAt } of stored) if (sentAt !== undefined) continueAfter(sentAt)
  const known = new Set(useDoorQueue.getState().entries.map(keyOf))
  useDoorQueue.setState(({ entries }) => ({
    entries: [...stored.filter((entry) => !known.has(keyOf(entry))), ...entries],
  }))
  await sendQueue()
}

const keyOf = ({ kind, scanId }: DoorEntry) => `${kind} ${scanId}`

/** Adds an entry, stores it on this device, and sends it. */
export async function enqueue(entry: DoorEntry) {
  const oldest = deviceTime() - KEEP_SENT_MS
  useDoorQueue.setState(({ entries }) => ({
    entries: [...entries.filter(({ sentAt = Number.POSITIVE_INFINITY }) => sentAt > oldest), entry],
  }))
  await store()
  await sendQueue()
}

async function store() {
  const isUnsafe = await writeStored(STORAGE_KEY, useDoorQueue.getState().entries).then(
    () => false,
    () => true,
  )
  useDoorQueue.setState({ isUnsafe })
}

// One at a time, so that the server gets the entries in order.
let isSending = false

/** Sends what waits, in order. Stops when the server cannot be reached; the next call goes on. */
export async function sendQueue() {
  if (isSending) return
  isSending = true
  try {
    let entry = nextEntry()
    while (entry && (await sendEntry(entry))) entry = nextEntry()
  } finally {
    isSending = false
  }
}

const nextEntry = () => useDoorQueue.getState().entries.find(isWaiting)

/** Returns false if the entry must be sent again later. */
async function sendEntry(entry: DoorEntry) {
  try {
    const answer = await request(entry)
    replaceEntry(entry, { ...entry, sentAt: deviceTime() })
    if (answer && answer.verdict !== 'ADMITTED') useDoorQueue.setState({ correction: answer })
  } catch (error) {
    if (isSessionRefusal(error)) refetchDevice()
    if (!isFinal(error)) {
      markWaitingAsOffline()
      return false
    }
    if (entry.kind === 'undo') forgetUndo(entry, error)
    else replaceEntry(entry, { ...entry, sentAt: deviceTime() })
  }
  await store()
  return true
}

/** An undo that was refused, for example because it came too late: the people are in. */
function forgetUndo(undo: DoorEntry, error: ApiError) {
  useDoorQueue.setState(({ entries }) => ({
    entries: entries.filter((entry) => keyOf(entry) !== keyOf(undo)),
  }))
  notify(`${undo.reference}: ${error.message}`)
}

const request = (entry: DoorEntry) =>
  entry.kind === 'scan' ? sendScan(entry.scan) : sendUndo(entry).then(() => undefined)

/** Refused for good. A session or a rate limit may allow it later. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 409, 410, 422].includes(error.status)

/** The people of these scans are in already, whatever another door did meanwhile. */
const markWaitingAsOffline = () =>
  useDoorQueue.setState(({ entries }) => ({
    entries: entries.map((entry) =>
      entry.kind === 'scan' && isWaiting(entry)
        ? { ...entry, scan: { ...entry.scan, isOffline: true } }
        : entry,
    ),
  }))

const replaceEntry = (before: DoorEntry, after: DoorEntry) =>
  useDoorQueue.setState(({ entries }) => ({
    entries: entries.map((entry) => (keyOf(entry) === keyOf(before) ? after : entry)),
  }))
