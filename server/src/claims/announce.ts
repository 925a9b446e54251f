import type { Context } from '../context.ts'
import type { Displaced } from './claims.rules.ts'

/** Tells the rooms, and those whose holds had run out and are gone or replaced. Only ever after the commit. */
export function announce(
  ctx: Context,
  { touched, displaced = [] }: { touched: string[]; displaced?: Displaced[] },
) {
  for (const one of displaced) tellHolder(ctx, one)
  for (const showtimeId of touched) ctx.publish(showtimeId)
}

const tellHolder = (ctx: Context, { showtimeId, holder, kind, placeId }: Displaced) =>
  ctx.tellExpired(holder, { type: kind, itemId: placeId, showtimeId })
