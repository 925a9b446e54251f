import { createHash, randomBytes } from 'node:crypto'
import { fillPagePath, PAGES } from '@marquee/contract/pages'
import { shareHash } from '@marquee/contract/seats/shared-selections'
import type { Context } from '#src/context.ts'
import { setPayer as decidePayer, join, linkNotFound, share } from '../commands/share.ts'
import { openDraft } from '../draft.ts'
import type { HolderAtShowtime } from '../requests/requests.ts'
import type { Friend } from '../rules/requester.ts'
import { holdCommand, submitCommand } from '../showtimes.ts'
import { findJoined } from '../state.ts'
import * as selections from './selections.sql.ts'

const TOKEN_BYTES = 24

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const shareKind = holdCommand(share)
const payerKind = holdCommand(decidePayer)
const joinKind = holdCommand(join)

/**
 * Creates a link with which friends join the selection of a holder. An earlier link no longer works; friends who have joined stay.
 * Throws NOT_OWNER without a selection.
 */
export async function shareSelection(ctx: Context, { showtimeId, holder }: HolderAtShowtime) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { movieId } = await submitCommand(ctx, shareKind, showtimeId, {
    holder,
    linkHash: hashOf(token),
  })
  const path = fillPagePath(PAGES.seatScreen, movieId, showtimeId)
  return `${ctx.config.publicUrl.replace(/\/$/, '')}${path}${shareHash(token)}`
}

/** Tells the friends of a selection whether its holder pays for all. Without friends nothing changes. */
export const setPayer = (
  ctx: Context,
  { showtimeId, holder }: HolderAtShowtime,
  paysForAll: boolean,
) => submitCommand(ctx, payerKind, showtimeId, { holder, paysForAll })

interface JoinSelectionRequest {
  token: string
  name: string
  /** The visitor id of the friend. */
  friendId: string
}

/**
 * Lets a friend choose places in a shared selection. Returns the showtime. Throws NOT_FOUND if the link is not valid or the selection has ended,
 * LIMIT if the friend has chosen other places there, or if there are too many friends.
 */
export async function joinSelection(ctx: Context, { token, name, friendId }: JoinSelectionRequest) {
  const linkHash = hashOf(token)
  const [found] = (await selections.selectShowtimeOfLink(ctx.reader, linkHash)).rows
  if (!found) throw linkNotFound()
  await submitCommand(ctx, joinKind, found.showtime_id, { linkHash, name, friendId })
  return found.showtime_id
}

/** A shared selection that a visitor has joined: requests for places are made for its holder. */
export interface JoinedSelection {
  holder: string
  friend: Friend
}

/** The shared selection that a visitor has joined at a showtime. Undefined for none, and for an unknown showtime. */
export async function findJoinedSelectionAt(
  { showtimes, config }: Pick<Context, 'showtimes' | 'config'>,
  showtimeId: string,
  friendId: string,
): Promise<JoinedSelection | undefined> {
  const state = (await showtimes.readMany([showtimeId])).get(showtimeId)
  const joined =
    state && findJoined(openDraft(state, showtimes.now(), config.holdMaxMs).state, friendId)
  return joined && { holder: joined.holder, friend: { id: friendId, since: joined.since } }
}

/** The shared selections that visitors have joined and that have not ended, for each visitor by showtime. */
export async function listJoinedSelections(
  { reader }: Pick<Context, 'reader'>,
  friendIds: readonly string[],
) {
  const { rows } = await selections.selectJoinedSelections(reader, friendIds)
  const byFriend = Map.groupBy(rows, ({ friend }) => friend)
  return friendIds.map(
    (id) =>
      new Map(
        byFriend
          .get(id)
          ?.map(({ showtime_id, holder, since }): [string, JoinedSelection] => [
            showtime_id,
            { holder, friend: { id, since } },
          ]),
      ),
  )
}

/** The same for one visitor. */
export async function findJoinedSelections(ctx: Pick<Context, 'reader'>, friendId: string) {
  const [joined = new Map<string, JoinedSelection>()] = await listJoinedSelections(ctx, [friendId])
  return joined
}
