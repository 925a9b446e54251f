import type { Context } from '../context.ts'
import type { Mail } from '../mail/mail.ts'
import { alertsUnsubscribeUrl } from '../mail/outbox.service.ts'

export function alertMail(
  ctx: Pick<Context, 'config' | 'unsubscribeTokens'>,
  { userId, to }: { userId: string; to: string },
  { name, url }: { name: string; url: string },
): Mail {
  const { brandName } = ctx.config
  const lines = [
    `Booking is open for ${name}.`,
    '',
    `Choose your seats: ${url}`,
    '',
    'You asked us to tell you. This is the only mail about this movie.',
    `Stop alerts for all movies: ${alertsUnsubscribeUrl(ctx, userId)}`,
    brandName,
  ]
  return {
    ...{ kind: 'alert', userId, to },
    subject: `${brandName}: booking is open for ${name}`,
    text: `${lines.join('\n')}\n`,
  }
}
