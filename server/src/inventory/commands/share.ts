import { notFound, notOwner, overLimit } from '#src/errors.ts'
import type { Friend } from '../rules/requester.ts'
import {
  accept,
  type Decision,
  findChooser,
  type HoldMoment,
  NO_KEYS,
  refuse,
  type ShowtimeState,
} from '../state.ts'
import { replaceChooser, withoutFriend } from './hold.ts'

/** A selection of ten seats has at most nine friends and its first visitor. */
const MAX_FRIENDS = 9

const TOO_MANY_FRIENDS = `Up to ${MAX_FRIENDS} friends can join one selection.`
const OWN_PLACES =
  'You have already chosen seats for this show. Release them first, and then open the link again.'

/**
 * Gives a selection a link with which friends join. An earlier link no longer works; friends who have joined stay. Refuses with NOT_OWNER
 * without a selection.
 */
export function share(
  { selections, show }: ShowtimeState,
  { holder, linkHash }: { holder: string; linkHash: string },
): Decision<{ movieId: string }> {
  const selection = selections.get(holder)
  if (!selection) return refuse(notOwner('Choose a seat first. Then you can invite friends.'))
  return accept({ movieId: show.movieId }, { selections: [{ ...selection, linkHash }] })
}

/** Says whether the holder pays for the places of friends. Without a shared selection nothing changes. */
export function setPayer(
  { selections }: ShowtimeState,
  { holder, paysForAll }: { holder: string; paysForAll: boolean },
): Decision<null> {
  const selection = selections.get(holder)
  const isSame = !selection || selection.linkHash === null || selection.paysForAll === paysForAll
  return accept(null, isSame ? undefined : { selections: [{ ...selection, paysForAll }] })
}

interface JoinCommand {
  linkHash: string
  /** The visitor id of the friend. */
  friendId: string
  name: string
}

interface Joined {
  holder: string
  /** Undefined for the holder of the selection. */
  friend?: Friend
}

/**
 * Lets a friend choose places in the selection with a link. Refuses with NOT_FOUND if no selection has the link, and with LIMIT if the
 * friend has chosen other places at the show or there are too many friends.
 */
export function join(
  state: ShowtimeState,
  { linkHash, friendId, name }: JoinCommand,
  { now }: Pick<HoldMoment, 'now'>,
): Decision<Joined> {
  const selection = [...state.selections.values()].find((one) => one.linkHash === linkHash)
  if (!selection) return refuse(linkNotFound())
  const { holder, since } = selection
  if (holder === friendId) return accept({ holder })
  const hasOther = state.claims
    .values()
    .some(
      (claim) =>
        claim.kind === 'held' &&
        (claim.holder === friendId || (claim.chooserId === friendId && claim.holder !== holder)),
    )
  if (hasOther) return refuse(overLimit(OWN_PLACES))
  const friends = selection.choosers.filter(({ id }) => id !== friendId && id !== holder)
  if (friends.length >= MAX_FRIENDS) return refuse(overLimit(TOO_MANY_FRIENDS))
  const known = findChooser(selection, friendId)
  const joined = replaceChooser(selection, {
    ...(known ?? { id: friendId, checkoutAt: null, seenAt: now, ...NO_KEYS }),
    name,
  })
  const others = [...state.selections.values()].filter((one) => one !== selection)
  const left = withoutFriend(others, friendId)
  return accept({ holder, friend: { id: friendId, since } }, { selections: [...left, joined] })
}

export const linkNotFound = () => notFound('This link is no longer valid.')
