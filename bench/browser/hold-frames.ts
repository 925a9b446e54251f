import type { Ack } from '@marquee/contract/socket'
import type { Page } from '@playwright/test'

interface Frame {
  isSent: boolean
  at: number
  text: string
}

/** One seat that a page has asked for until it got it. Milliseconds. */
export interface PageHold {
  waitMs: number
  /** The part of the wait in which the page solved challenges. */
  solvingMs: number
  /** The attempts that the solutions took. */
  attempts: number
}

/** Records the socket frames of a page. Call it before the page opens its socket. */
export function recordHolds(page: Page) {
  const frames: Frame[] = []
  const add = (isSent: boolean) => (frame: { payload: string | Buffer }) =>
    frames.push({ isSent, at: performance.now(), text: String(frame.payload) })
  page.on('websocket', (socket) => {
    socket.on('framesent', add(true))
    socket.on('framereceived', add(false))
  })
  return {
    countChallenges: () => acksOf(frames).filter(({ ack }) => isChallenged(ack)).length,
    /** The seats that the page got since the frame with this number. */
    holdsSince: (first: number) => holdsOf(frames.slice(first)),
    count: () => frames.length,
  }
}

/** Groups the requests of each seat: it is asked for once, and again after each challenge. */
function holdsOf(frames: Frame[]): PageHold[] {
  const acks = new Map(acksOf(frames).map((one) => [one.id, one]))
  const requests = frames.filter(({ isSent }) => isSent).flatMap(requestOf)
  return [...Map.groupBy(requests, ({ seatId }) => seatId).values()].flatMap((ofSeat) => {
    const last = acks.get(ofSeat.at(-1)?.id ?? '')
    if (!last?.ack.ok) return []
    const hold = { waitMs: last.at - (ofSeat[0]?.at ?? 0), solvingMs: 0, attempts: 0 }
    for (const [n, { at, counter }] of ofSeat.entries()) {
      if (counter === undefined) continue
      hold.solvingMs += at - (acks.get(ofSeat[n - 1]?.id ?? '')?.at ?? at)
      hold.attempts += counter + 1
    }
    return hold
  })
}

interface HoldPayload {
  seatId: string
  proof?: { solution: { counter: number } }
}

function requestOf({ at, text }: Frame) {
  const [, id, json] = /^42(\d+)(\["holdSeat",.*)$/s.exec(text) ?? []
  if (!id || !json) return []
  const [, { seatId, proof }] = JSON.parse(json) as [string, HoldPayload]
  return { id, at, seatId, counter: proof?.solution.counter }
}

const acksOf = (frames: Frame[]) =>
  frames.flatMap(({ isSent, at, text }) => {
    const [, id, json] = /^43(\d+)(\[.*)$/s.exec(text) ?? []
    return isSent || !id || !json ? [] : { id, at, ack: (JSON.parse(json) as [Ack])[0] }
  })

const isChallenged = (ack: Ack) => !ack.ok && ack.code === 'CHALLENGE'
