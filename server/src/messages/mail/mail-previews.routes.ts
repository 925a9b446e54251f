import { HOUR_MS } from '@marquee/contract/time'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#src/context.ts'
import { errorForStatus } from '#src/http/errors.ts'
import { escapeHtml } from '#src/http/web/html.ts'
import type { BookedTicket } from '#src/tickets/tickets.service.ts'
import { type BookingMailKind, bookingMail } from './booking-mails.ts'
import type { MailContent } from './mail.ts'

const PATH = '/dev/mails'
const KINDS: readonly BookingMailKind[] = ['booking', 'change', 'reminder']

/** Shows the mails about a sample booking, for development. */
export const mailPreviewRoutes = (ctx: Context) => async (app: FastifyInstance) => {
  app.get(PATH, async (_, reply) => {
    const links = KINDS.map(
      (kind) =>
        `<li><a href="${PATH}/${kind}">${kind}</a> (<a href="${PATH}/${kind}?as=text">text</a>)</li>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .send(`<title>Mails</title><ul>${links.join('')}</ul>`)
  })

  app.get<{ Params: { kind: string }; Querystring: { as?: string } }>(
    `${PATH}/:kind`,
    async ({ params, query }, reply) => {
      const kind = KINDS.find((one) => one === params.kind)
      if (!kind) throw errorForStatus(404)
      const mail = await bookingMail(ctx, sampleTicket(ctx.now()), { kind })
      if (query.as === 'text')
        return reply
          .type('text/plain; charset=utf-8')
          .send(`Subject: ${mail.subject}\n\n${mail.text}`)
      return reply.type('text/html; charset=utf-8').send(withPictures(mail))
    },
  )
}

/** A browser has no attachments: their pictures are put into the page. */
function withPictures({ html = '', subject, attachments = [] }: MailContent) {
  const page = html.replace(/<title>[^<]*/, `<title>${escapeHtml(subject)}`)
  return attachments.reduce((shown, { cid, contentType, content }) => {
    const data = `data:${contentType};base64,${Buffer.from(content).toString('base64')}`
    return cid === undefined ? shown : shown.replaceAll(`cid:${cid}`, data)
  }, page)
}

const sampleTicket = (now: number): BookedTicket => ({
  id: 'sample',
  reference: 'MQ-7KX2M9QRT4',
  user_id: 'sample',
  channel: 'web',
  issue: 1,
  changes: 0,
  total_cost: 890,
  refunded: 250,
  payment_method: 'online',
  cancelled_by: null,
  cancellation_reason: null,
  full_refund_until: null,
  refund_cap: null,
  created_at: now,
  showtime_id: '00000000-0000-4000-8000-000000000000',
  starts_at: now + 3 * HOUR_MS,
  cutoff_minutes: null,
  screen: 'Screen 2',
  movie_id: 'sample',
  movie: 'The Cabinet of Dr. Caligari',
  genre: 'Horror',
  duration: 76,
  rating: 'UA',
  image_url: 'default.jpg',
  poster: null,
  image: null,
  seats: ['C7', 'C8', 'C9'].map((label, index) => ({
    booking_id: 'sample',
    kind: 'seat' as const,
    label,
    category: 'VIP',
    vehicle_number: null,
    pass: index + 1,
  })),
  slots: [
    {
      booking_id: 'sample',
      kind: 'fourWheeler' as const,
      label: 'F4',
      category: null,
      vehicle_number: 'TN01AB1234',
      pass: 0,
    },
  ],
})
