import { fillPagePath, OFFER_PARAMETER, PAGES } from '@marquee/contract/pages'
import { formatDateTime, formatTime } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import type { Mail } from '../messages/mail/mail.ts'
import { writeMail } from '../messages/mail/mail-layout.ts'

export interface Offer {
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
export const offerPath = ({
  entryId,
  movieId,
  showtimeId,
}: Pick<Offer, 'entryId' | 'movieId' | 'showtimeId'>) =>
  `${fillPagePath(PAGES.seatScreen, movieId, showtimeId)}?${OFFER_PARAMETER}=${entryId}`

/** `Amaran, Tue, 24 Nov 2026, 6:30 PM, Screen 1` */
export const showText = (
  { movie, startsAt, screen }: Pick<Offer, 'movie' | 'startsAt' | 'screen'>,
  timeZone: string,
) => `${movie}, ${formatDateTime(startsAt, timeZone)}, ${screen}`

/** The mail that offers seats to a party. */
export function offerMail({ config }: Pick<Context, 'config'>, to: string, offer: Offer): Mail {
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
