import type { Context } from '#src/context.ts'
import { type EncodedBody, encodeOnce } from '#src/http/web/encoded-body.ts'
import { createLruCache } from '#src/platform/lru-cache.ts'
import { protectedUntil } from '../rules/times.ts'
import type { ShowtimeState } from '../state.ts'
import { type View, viewOf } from './seat-map.ts'

const MAX_RESPONSES = 200

type CreateBody = (view: View) => unknown

/** The response to visitors without a hold at the showtime. */
interface SharedResponse {
  state: ShowtimeState
  view: View
  /** Visitors with holds get a separate response, with their holds marked. */
  visitorIds: ReadonlySet<string>
  /** When the first selection ends or accessible places are opened, by the database's clock. */
  expiresAt: number
  bytes: EncodedBody
}

/** Creates each response once for all visitors without a hold, until the state changes or a selection in it ends. */
export function createResponseCache(
  { showtimes, config }: Pick<Context, 'showtimes' | 'config'>,
  createBody: CreateBody,
) {
  const responses = createLruCache<string, SharedResponse>(MAX_RESPONSES)

  return function responseFor(state: ShowtimeState): SharedResponse {
    const now = showtimes.now()
    const last = responses.get(state.id)
    if (last?.state === state && now < last.expiresAt) return last
    const view = viewOf(state, { ...config, now })
    const openedAt = protectedUntil(state.show, config)
    const deadlines = [...state.selections.values()].map(({ deadline }) => deadline)
    const response: SharedResponse = {
      state,
      view,
      visitorIds: new Set(
        [...view.state.selections.values()].flatMap(({ holder, choosers }) => [
          holder,
          ...choosers.map(({ id }) => id),
        ]),
      ),
      expiresAt: Math.min(...[...deadlines, openedAt].filter((at) => at > now)),
      bytes: encodeOnce(() => JSON.stringify(createBody(view))),
    }
    responses.set(state.id, response)
    return response
  }
}
