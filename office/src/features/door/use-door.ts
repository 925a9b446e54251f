import type { Show } from '@marquee/contract/office/shows/shows'
import { serverTime } from '@marquee/ui-kit/lib/clock.ts'
import { createIdempotencyKey } from '@marquee/ui-kit/lib/idempotency-key.ts'
import { useIsOffline } from '@marquee/ui-kit/lib/use-is-offline.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  chooseKeyboardLayout,
  type DoorDecision,
  decide,
  readCode,
  type ScannedCode,
} from '#features/door/offline/decide.ts'
import { applyEntries, type DoorEntry, type FetchedList } from '#features/door/offline/door-list.ts'
import {
  enqueue,
  restoreQueue,
  sendQueue,
  useDoorQueue,
} from '#features/door/offline/door-queue.ts'
import { useIsConnected } from '#lib/live-updates.ts'
import { type DoorAnswer, decisionOf, findShow, levelOf } from './answer.ts'
import { doorListQuery, type ServerAnswer, sendScan } from './door.queries.ts'
import { playSignal } from './signals.ts'

const RETRY_MS = 3000
/** How long to wait for the server about a booking that this device does not know. */
const ASK_MS = 2500

export type Door = ReturnType<typeof useDoor>

const isUnknown = ({ verdict }: DoorDecision) => verdict === 'UNLISTED' || verdict === 'NOT_FOUND'

/** The door of one of the shows: decides by itself, and tells the server when it can. */
export function useDoor(showtimeId: string, shows: readonly Show[]) {
  const list = useQuery(doorListQuery(showtimeId))
  const { entries } = useDoorQueue()
  // A socket notices a lost network only after some seconds.
  const isOffline = useIsOffline()
  const isConnected = useIsConnected() && !isOffline
  const [answer, setAnswer] = useState<DoorAnswer>()
  const bookings = list.data ? applyEntries(list.data, entries) : undefined

  useEffect(() => {
    void restoreQueue()
    const timer = setInterval(sendQueue, RETRY_MS)
    window.addEventListener('online', sendQueue)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', sendQueue)
    }
  }, [])
  useEffect(() => {
    if (isConnected) void sendQueue()
  }, [isConnected])
  function show(decision: DoorDecision, code: string, scanId?: string) {
    playSignal(levelOf(decision.verdict))
    setAnswer({ decision, code, scanId })
  }

  const showCorrection = useEffectEvent((correction: ServerAnswer) =>
    show(decisionOf(correction), ''),
  )
  // The server knows better, for example because another door was faster.
  useEffect(
    () =>
      useDoorQueue.subscribe(({ correction }, before) => {
        if (correction && correction !== before.correction) showCorrection(correction)
      }),
    [],
  )

  function admit(decision: DoorDecision, code: ScannedCode, text: string) {
    const scanId = createIdempotencyKey()
    const { reference = '', pass, admittedNow: count } = decision
    const entry: DoorEntry = {
      kind: 'scan',
      showtimeId,
      reference,
      pass,
      count,
      scanId,
      scan: {
        ...('reference' in code ? { reference } : { token: code.token }),
        showtimeId,
        count,
        scannedAt: serverTime(),
        scanId,
        ...(!isConnected && { isOffline: true }),
      },
    }
    show(decision, text, scanId)
    void enqueue(entry)
  }

  /** Decides about a scanned or typed text. `count`: how many people have come. */
  async function scan(text: string, count?: number) {
    if (!list.data) return
    const code = await readCode(text, list.data.list.keys)
    const decideWith = (fetched: FetchedList) =>
      decide(
        { showtimeId, bookings: applyEntries(fetched, useDoorQueue.getState().entries) },
        code,
        count,
      )
    let decision = decideWith(list.data)
    // Sold since the list was fetched. From the list, part of a party can be admitted, and undone.
    if (isUnknown(decision) && isConnected) decision = decideWith(await fetchList(list.data))
    if (decision.verdict === 'ADMITTED') return admit(decision, code, text)
    const isOfUnknownShow = decision.verdict === 'WRONG_SHOW' && !findShow(shows, decision)
    const mustAsk = isConnected && (isUnknown(decision) || isOfUnknownShow)
    const answered = mustAsk ? await ask(code) : undefined
    show(answered ?? decision, text)
  }

  /** Reads the keys of a hand scanner or of a person. */
  async function scanKeys(text: string, usLayoutText: string | undefined) {
    if (list.data)
      await scan(await chooseKeyboardLayout({ text, usLayoutText }, list.data.list.keys))
  }

  /** The list as it is now, or the old one without an answer. */
  const fetchList = (old: FetchedList) =>
    Promise.race([
      list.refetch().then(({ data = old }) => data),
      new Promise<FetchedList>((resolve) => setTimeout(() => resolve(old), ASK_MS)),
    ])

  /** A booking or a show that this device does not know: the server may know it. Undefined without an answer. */
  async function ask(code: ScannedCode) {
    const scanned = 'reference' in code ? { reference: code.reference } : { token: code.token }
    const moment = { scannedAt: serverTime(), scanId: createIdempotencyKey() }
    try {
      const body = { ...scanned, ...moment, showtimeId }
      const response = await sendScan(body, AbortSignal.timeout(ASK_MS))
      void list.refetch()
      const decision = decisionOf(response)
      // The server knows no reference of a booking that does not exist. What was typed shows the mistake.
      return { ...decision, ...('reference' in code && { reference: code.reference }) }
    } catch {
      return undefined
    }
  }

  /** Takes an admission back, within a minute. */
  async function undo(scanId: string) {
    const entry = useDoorQueue
      .getState()
      .entries.find((one) => one.kind === 'scan' && one.scanId === scanId)
    if (!entry) return
    const { showtimeId: entryShowtimeId, reference, pass, count } = entry
    setAnswer(undefined)
    await enqueue({
      kind: 'undo',
      showtimeId: entryShowtimeId,
      reference,
      pass,
      count,
      scanId,
      undoneAt: serverTime(),
    })
  }

  return {
    list: list.data?.list,
    error: list.error,
    refetch: list.refetch,
    bookings,
    entries,
    isConnected,
    isOffline,
    answer,
    scan,
    scanKeys,
    undo,
    /** Corrects the number of people of the last admission. */
    admitOnly: async (count: number) => {
      if (!answer?.scanId) return
      await undo(answer.scanId)
      await scan(answer.code, count)
    },
    /** Lets in a genuine pass that is not on the list. */
    admitUnlisted: async () => {
      if (!answer || !list.data) return
      const code = await readCode(answer.code, list.data.list.keys)
      admit({ ...answer.decision, verdict: 'ADMITTED', admittedNow: 1 }, code, answer.code)
    },
    closeAnswer: () => setAnswer(undefined),
  }
}
