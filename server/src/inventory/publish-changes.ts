import type { Context } from '../context.ts'

/** Tells realtime and cluster that the claims of these showtimes have changed. Call it after the commit. */
export function announce(ctx: Context, { touched }: { touched: string[]; displaced?: unknown }) {
  for (const showtimeId of touched) ctx.events.emit('claimsChanged', showtimeId)
}
