import { fillPagePath, PAGES } from '@marquee/contract/pages'
import { formatDateTime, formatTime } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import type { Mail } from '../messages/mail/mail.ts'
import { writeMail } from '../messages/mail/mail-layout.ts'
import type { TurnToMail } from './waiting-room.sql.ts'

interface MailedTurn extends TurnToMail {
  userId: string | null
  showtimeId: string
  /** Until when the visitor must hold a first seat, epoch milliseconds. */
  until: number
}

/** The mail that tells an account that it is its turn to choose. */
export function turnMail({ config }: Pick<Context, 'config'>, turn: MailedTurn): Mail {
  const { brandName, timeZone, publicUrl } = config
  const until = formatTime(turn.until, timeZone)
  const path = fillPagePath(PAGES.seatScreen, turn.movie_id, turn.showtimeId)
  return {
    kind: 'turn',
    ...(turn.userId !== null && { userId: turn.userId }),
    to: turn.email,
    subject: `${brandName}: it is your turn for ${turn.movie}, until ${until}`,
    ...writeMail({
      brandName,
      title: 'It is your turn',
      preview: `Choose your seats until ${until}.`,
      paragraphs: [
        `It is your turn to choose seats for ${turn.movie}.`,
        `Please choose a first seat before ${until}. After that, the next visitor has the turn.`,
      ],
      fields: [
        ['Movie', turn.movie],
        ['When', formatDateTime(turn.starts_at, timeZone)],
        ['Screen', turn.screen],
      ],
      actions: [{ label: 'Choose your seats', url: new URL(path, publicUrl).href }],
      footer: ['You were waiting to choose seats for this show.'],
    }),
  }
}
