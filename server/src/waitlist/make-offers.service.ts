import { fillPagePath, OFFER_PARAMETER, PAGES } from '@marquee/contract/pages'
import { formatDateTime, formatTime } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { lockUsers } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import {
  chooseForParty,
  createUnfitParties,
  type OfferedSeats,
  type OfferParty,
  offerHolder,
  offerSeats,
} from '../inventory/commands/offer.ts'
import type { TotalsElsewhere } from '../inventory/rules/requester.ts'
import { inShowtimes, type ShowtimeUnit } from '../inventory/showtimes.ts'
import type { Mail } from '../messages/mail/mail.ts'
import { writeMail } from '../messages/mail/mail-layout.ts'
import { queueMails } from '../messages/mail/outbox.service.ts'
import { mailboxKey } from '../messages/mail/recipient-key.ts'
import { addNotice } from '../messages/notices/notices.service.ts'
import { msUntilCutoff, offerDuration } from './offer-times.ts'
import * as waitlist from './waitlist.sql.ts'

/** A party of the waiting list. */
export interface WaitingParty extends OfferParty {
  entryId: string
}

export const partyOf = (ctx: Context, row: waitlist.WaitingRow): WaitingParty => ({
  entryId: row.id,
  holder: offerHolder(row.id),
  userId: row.user_id,
  size: row.seats,
  isTogether: row.together === 1,
  categories: JSON.parse(row.categories) as string[],
  mailbox: mailboxKey(ctx, row.email),
})

interface OfferRound {
  showtimeId: string
  candidates: readonly WaitingParty[]
  /** Other entries that cannot get an offer now. A candidate that was refused earlier is tried again. */
  refused: ReadonlySet<string>
}

/** Makes the offers of one transaction, first come first served: holds, entries, notices and mails. */
export async function makeOffers(ctx: Context, { showtimeId, candidates, refused }: OfferRound) {
  const elsewhere = await countElsewhere(ctx, showtimeId, candidates)
  return inShowtimes(ctx, [showtimeId], async (unit) => {
    const { tx } = unit
    const emails = await lockRecipients(tx, candidates)
    const waiting = await waitlist.lockWaiting(
      tx,
      candidates.map(({ entryId }) => entryId),
    )
    const lockedIds = new Set(waiting.rows.map(({ id }) => id))
    const [show] = (await waitlist.selectShowToWaitFor(tx, showtimeId)).rows
    const leftMs = show ? msUntilCutoff(show) : 0
    if (!show || leftMs <= 0) return { offers: [], refused: [...candidates] }
    const unconfirmed = candidates.filter(({ userId }) => !emails.has(userId))
    const unconfirmedIds = new Set(unconfirmed.map(({ entryId }) => entryId))
    const { rows } = await waitlist.selectWaiting(tx, showtimeId)
    const parties = rows
      .map((row) => partyOf(ctx, row))
      .filter(
        ({ entryId }) =>
          !unconfirmedIds.has(entryId) && (lockedIds.has(entryId) || !refused.has(entryId)),
      )
    const made = offerInOrder(unit, {
      showtimeId,
      parties,
      elsewhere,
      lockedIds,
      offerMs: offerDuration(ctx.config.offerMs, leftMs),
    })
    const offers = [...made.offers].map(([party, seats]) =>
      createOffer(party, seats, { showtimeId, show }),
    )
    for (const offer of offers) {
      await writeOffer(ctx, tx, offer, emails.get(offer.userId) ?? '')
      unit.emit(['noticesChanged', offer.userId])
    }
    return { offers, refused: [...made.refused, ...unconfirmed] }
  })
}

/** What the accounts of the parties hold and have bought at other showtimes. */
async function countElsewhere(
  { placesElsewhere }: Context,
  showtimeId: string,
  parties: readonly WaitingParty[],
) {
  const totals = await Promise.all(
    parties.map(({ holder: visitorId, userId: account, mailbox }) =>
      placesElsewhere.count({ showtimeId, visitorId, account, mailbox, address: null }),
    ),
  )
  return new Map(parties.map(({ entryId }, index) => [entryId, totals[index]]))
}

interface OfferTerms {
  showtimeId: string
  /** All parties that wait, in the order in which they came. */
  parties: readonly WaitingParty[]
  elsewhere: ReadonlyMap<string, TotalsElsewhere | undefined>
  /** The entries that are locked. The choice ends at another one that seats are free for. */
  lockedIds: ReadonlySet<string>
  /** How long the seats are held. */
  offerMs: number
}

/**
 * Offers seats to the first parties that fit. A party that no free seats fit is passed over; one whose account would exceed its limits is
 * refused.
 */
function offerInOrder(
  unit: ShowtimeUnit,
  { showtimeId, parties, elsewhere, lockedIds, offerMs }: OfferTerms,
) {
  const offers = new Map<WaitingParty, OfferedSeats>()
  const refused: WaitingParty[] = []
  const moment = { ...unit.moment, holdMs: offerMs }
  const unfit = createUnfitParties()
  for (const party of parties) {
    if (unfit.has(party)) continue
    const totals = elsewhere.get(party.entryId)
    const state = unit.state(showtimeId)
    if (!totals || !lockedIds.has(party.entryId)) {
      if (chooseForParty(state, party, moment)) break
      unfit.add(party)
      continue
    }
    try {
      const offered = unit.accept(
        showtimeId,
        offerSeats(state, { party, elsewhere: totals }, moment),
      )
      if (offered) offers.set(party, offered)
      else unfit.add(party)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push(party)
    }
  }
  return { offers, refused }
}

/** The emails of the candidates that are confirmed, by user. */
async function lockRecipients(tx: Db, candidates: readonly WaitingParty[]) {
  const userIds = [...new Set(candidates.map(({ userId }) => userId))]
  const { rows } = await lockUsers(tx, userIds)
  const confirmed = rows.filter(({ email_confirmed_at }) => email_confirmed_at !== null)
  return new Map(confirmed.map(({ id, email }) => [id, email]))
}

const createOffer = (
  { entryId, userId }: WaitingParty,
  { seats, holdUntil }: OfferedSeats,
  { showtimeId, show }: { showtimeId: string; show: waitlist.ShowOfEntry },
): Offer => ({
  entryId,
  userId,
  showtimeId,
  movieId: show.movie_id,
  movie: show.movie,
  startsAt: show.starts_at,
  screen: show.screen,
  holdUntil,
  seats: seats.map(({ label }) => label),
})

async function writeOffer(ctx: Context, tx: Db, offer: Offer, email: string) {
  const { entryId: id, userId, holdUntil } = offer
  const { timeZone } = ctx.config
  await waitlist.markOffered(tx, { id, holder: offerHolder(id), offerUntil: holdUntil })
  await addNotice(tx, {
    userId,
    kind: 'offer',
    link: offerPath(offer),
    title: `Seats for ${offer.movie}: ${offer.seats.join(', ')}`,
    text: `${showText(offer, timeZone)}. Held for you until ${formatTime(holdUntil, timeZone)}.`,
  })
  await queueMails(tx, [{ ...offerMail(ctx, email, offer), giveUpAt: holdUntil }])
}

interface Offer {
  entryId: string
  userId: string
  showtimeId: string
  movieId: string
  movie: string
  startsAt: number
  screen: string
  /** The labels of the seats. */
  seats: readonly string[]
  holdUntil: number
}

/** The path of the seat screen that opens the offer. */
const offerPath = ({
  entryId,
  movieId,
  showtimeId,
}: Pick<Offer, 'entryId' | 'movieId' | 'showtimeId'>) =>
  `${fillPagePath(PAGES.seatScreen, movieId, showtimeId)}?${OFFER_PARAMETER}=${entryId}`

/** `Amaran, Tue, 24 Nov 2026, 6:30 PM, Screen 1` */
const showText = (
  { movie, startsAt, screen }: Pick<Offer, 'movie' | 'startsAt' | 'screen'>,
  timeZone: string,
) => `${movie}, ${formatDateTime(startsAt, timeZone)}, ${screen}`

/** The mail that offers seats to a party. */
function offerMail({ config }: Pick<Context, 'config'>, to: string, offer: Offer): Mail {
  const { brandName, timeZone, publicUrl } = config
  const until = formatTime(offer.holdUntil, timeZone)
  return {
    kind: 'offer',
    userId: offer.userId,
    to,
    subject: `${brandName}: seats for ${offer.movie}, held until ${until}`,
    ...writeMail({
      brandName,
      title: 'Seats for you',
      preview: `${offer.movie}, held until ${until}`,
      paragraphs: [
        `Seats have come free for ${offer.movie}.`,
        `We hold ${offer.seats.join(', ')} for you until ${until}. After that, the offer ends.`,
      ],
      fields: [
        ['Movie', offer.movie],
        ['When', formatDateTime(offer.startsAt, timeZone)],
        ['Screen', offer.screen],
        ['Seats', offer.seats.join(', ')],
      ],
      actions: [{ label: 'Take your seats', url: new URL(offerPath(offer), publicUrl).href }],
      footer: ['You asked us to tell you when seats come free.'],
    }),
  }
}
