import type { ClientEvent } from '@marquee/contract/socket'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { viewsOf } from '../inventory/places.view.ts'
import { readSeatMap } from '../inventory/seat-map.ts'
import { checked } from './event-validation.ts'
import type { Client } from './rooms.ts'

/** What a window is told after a flood: one showtime a second, so that a flood costs us next to nothing. */
const EVERY_MS = 1000
const MOST_SHOWTIMES = 100
const MOST_PLACES = 40

type Asked = Set<string> | 'everything'

/** Tells windows that want no answer the true state of what they asked about. */
export function createResync(ctx: Context) {
  const owed = new WeakMap<Client, Map<string, Asked>>()

  /** Now: the places a request was about, or the whole map. */
  async function correct(client: Client, event: ClientEvent, payload: unknown) {
    const wish = wishIn(event, payload)
    if (wish) await tell(client, wish.showtimeId, wish.asked)
  }

  /** Once the flood is over: all that was asked about in the meantime. */
  function correctLater(client: Client, event: ClientEvent, payload: unknown) {
    const wish = wishIn(event, payload)
    if (!wish) return
    const { showtimeId, asked } = wish
    const known = owed.get(client)
    const debts = known ?? new Map<string, Asked>()
    if (!debts.has(showtimeId) && debts.size >= MOST_SHOWTIMES) return
    debts.set(showtimeId, together(debts.get(showtimeId), asked))
    owed.set(client, debts)
    if (!known) settleSoon(client, debts)
  }

  function settleSoon(client: Client, debts: Map<string, Asked>) {
    setTimeout(() => void settle(client, debts), EVERY_MS).unref()
  }

  async function settle(client: Client, debts: Map<string, Asked>) {
    const [debt] = debts
    if (!debt || !client.connected) {
      owed.delete(client)
      return
    }
    debts.delete(debt[0])
    await tell(client, ...debt)
    settleSoon(client, debts)
  }

  async function tell(client: Client, showtimeId: string, asked: Asked) {
    try {
      const map = await readSeatMap(ctx, showtimeId)
      const places = map.places.filter(({ id }) => asked === 'everything' || asked.has(id))
      // No step from any revision: places asked about, not all that have changed.
      const since = { showtimeId, rev: map.rev, since: map.rev, from: map.rev }
      const { seats, slots } = viewsOf(map, places, client.data.holder)
      if (seats.length > 0) client.emit('seatsUpdated', { seats, ...since })
      if (slots.length > 0) client.emit('parkingUpdated', { parkingSlots: slots, ...since })
    } catch (error) {
      // Whoever asks for what does not exist has nothing to be told.
      if (!(error instanceof AppError)) ctx.log.warn({ err: error, showtimeId }, 'no correction')
    }
  }

  return { correct, correctLater }
}

/** What a request was about; nothing, in a form that nobody knows. */
function wishIn(event: ClientEvent, payload: unknown): Wish | undefined {
  try {
    const wish = checked(event, payload)
    if (typeof wish === 'string') return { showtimeId: wish, asked: 'everything' }
    const { showtimeId, ...places } = wish
    const ids = Object.values(places).flat()
    return { showtimeId, asked: ids.length > 0 ? new Set(ids) : 'everything' }
  } catch {
    return undefined
  }
}
interface Wish {
  showtimeId: string
  asked: Asked
}

function together(one: Asked | undefined, other: Asked): Asked {
  if (one === undefined) return other
  if (one === 'everything' || other === 'everything') return 'everything'
  const both = one.union(other)
  return both.size > MOST_PLACES ? 'everything' : both
}
