import { createHash, randomBytes } from 'node:crypto'
import { fillPath, PAGES } from '@marquee/contract/pages'
import { MAX_FRIENDS, shareHash } from '@marquee/contract/shared-selections'
import type { Context } from '../context.ts'
import { lockNames } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { AppError, notOwner, overLimit } from '../errors.ts'
import { changeClaims } from './change-claims.ts'
import { type HolderAtShowtime, holderLockName, type Member } from './claim-requests.ts'
import * as statements from './shared-selections.sql.ts'

const TOKEN_BYTES = 24
const TOO_MANY_FRIENDS = `Up to ${MAX_FRIENDS} friends can join one selection.`
const OWN_PLACES =
  'You have already chosen seats for this show. Release them first, and then open the link again.'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Creates a link with which friends join the selection of a holder. An earlier link no longer works; friends who have joined stay.
 * Throws NOT_OWNER without a selection.
 */
export async function shareSelection(ctx: Context, request: HolderAtShowtime) {
  const { showtimeId, holder } = request
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const movieId = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    await lockNames(tx, [holderLockName(request)])
    const { rows } = await statements.selectSelection(tx, request, ctx.config)
    const [selection] = rows
    if (!selection) throw notOwner('Choose a seat first. Then you can invite friends.')
    await statements.upsertSharedSelection(tx, {
      ...{ showtime_id: showtimeId, holder, held_since: selection.held_since },
      token_hash: hashOf(token),
    })
    return selection.movie_id
  })
  const path = fillPath(PAGES.tickets, movieId, showtimeId)
  return `${ctx.config.publicUrl.replace(/\/$/, '')}${path}${shareHash(token)}`
}

/** Tells the friends of a selection whether its holder pays for all. Without friends nothing changes. */
export const setPayer = (ctx: Context, request: HolderAtShowtime, paysForAll: boolean) =>
  changeClaims(ctx, (tx) => statements.updatePayer(tx, request, paysForAll))

interface JoinSelectionRequest {
  token: string
  name: string
  /** The holder id of the friend. */
  friend: string
}

/**
 * Lets a friend choose places in a shared selection. Returns the showtime. Throws NOT_FOUND if the link is not valid or the selection has ended,
 * LIMIT if the friend has chosen other places there, or if there are too many friends.
 */
export async function joinSelection(ctx: Context, { token, name, friend }: JoinSelectionRequest) {
  const { showtime_id: showtimeId, holder } = await findSelection(ctx, ctx.db, token)
  if (holder === friend) return showtimeId
  await changeClaims(ctx, async (tx) => {
    const holders = [holder, friend].toSorted()
    await lockNames(
      tx,
      holders.map((one) => holderLockName({ showtimeId, holder: one })),
    )
    const { token_hash: _, ...selection } = await findSelection(ctx, tx, token)
    const own = await statements.selectSelection(tx, { showtimeId, holder: friend }, ctx.config)
    const chosen = await statements.selectChosenElsewhere(tx, { ...selection, friend }, ctx.config)
    if (own.rows.length > 0 || chosen.rows.length > 0) throw overLimit(OWN_PLACES)
    const { rows } = await statements.countFriends(tx, { ...selection, friend })
    if ((rows[0]?.count ?? 0) >= MAX_FRIENDS) throw overLimit(TOO_MANY_FRIENDS)
    return statements.upsertFriend(tx, { ...selection, friend, name })
  })
  return showtimeId
}

async function findSelection(ctx: Context, db: Db, token: string) {
  const { rows } = await statements.selectSharedSelection(db, hashOf(token), ctx.config)
  if (!rows[0]) throw new AppError(404, 'NOT_FOUND', 'This link is no longer valid.')
  return rows[0]
}

/** A shared selection that a visitor has joined: requests for places are made for its holder. */
export interface Membership {
  holder: string
  member: Member
}

/** The shared selections that a visitor has joined and that have not ended, by showtime. */
export async function findMemberships({ reader, config }: Context, friend: string) {
  const { rows } = await statements.selectMemberships(reader, friend, config)
  return new Map(
    rows.map(({ showtime_id, holder, held_since }): [string, Membership] => [
      showtime_id,
      { holder, member: { id: friend, since: held_since } },
    ]),
  )
}
