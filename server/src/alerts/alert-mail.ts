import type { Context } from '../context.ts'
import type { Mail } from '../messages/mail/mail.ts'
import { writeMail } from '../messages/mail/mail-layout.ts'
import { alertsUnsubscribeUrl } from '../messages/mail/outbox.service.ts'

export function alertMail(
  ctx: Pick<Context, 'config' | 'secret'>,
  { userId, to }: { userId: string; to: string },
  { name, url }: { name: string; url: string },
): Mail {
  const { brandName } = ctx.config
  return {
    kind: 'alert',
    userId,
    to,
    subject: `${brandName}: booking is open for ${name}`,
    ...writeMail({
      brandName,
      title: name,
      preview: 'Booking is open.',
      paragraphs: [`Booking is open for ${name}.`],
      actions: [{ label: 'Choose your seats', url }],
      footer: ['You asked us to tell you. This is the only mail about this movie.'],
      unsubscribe: {
        label: 'Stop alerts for all movies',
        url: alertsUnsubscribeUrl(ctx, userId),
      },
    }),
  }
}
