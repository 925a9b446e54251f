import type { TicketDetails } from '#src/tickets/pdf/ticket-page.types.ts'
import type { MailDocument } from './mail-layout.ts'

interface ToldShow {
  brandName: string
  movie: string
  /** `Tue, 1 Dec 2026, 6:30 PM` */
  when: string
}

/** The subject of a mail to the visitors of a show. */
export const showMessageSubject = ({ brandName, movie, when }: ToldShow) =>
  `${brandName}: about ${movie}, ${when}`

/** What stands around the text of staff in a mail to the visitors of a show. */
export const showMessageDocument = (details: TicketDetails): MailDocument => ({
  brandName: details.brandName,
  title: `About ${details.movie}`,
  preview: `${details.date}, ${details.time}`,
  paragraphs: [],
  fields: [
    ['Movie', details.movie],
    ['When', `${details.date}, ${details.time}`],
    ['Screen', details.screen],
  ],
  actions: [{ label: 'Show ticket', url: details.url }],
  footer: ['You get this email because you have tickets for this show. Your tickets stay valid.'],
})
