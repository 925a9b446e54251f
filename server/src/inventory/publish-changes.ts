import type { Context } from '../context.ts'
import type { ExpiredHold } from './holds.rules.ts'

/** Tells the rooms, and those whose holds had run out and are gone or replaced. Only ever after the commit. */
export function announce(
  ctx: Context,
  { touched, displaced = [] }: { touched: string[]; displaced?: ExpiredHold[] },
) {
  for (const one of displaced) tellHolder(ctx, one)
  for (const showtimeId of touched) ctx.publish(showtimeId)
}

const tellHolder = (ctx: Context, { showtimeId, holder, kind, placeId }: ExpiredHold) =>
  ctx.tellExpired(holder, { type: kind, itemId: placeId, showtimeId })
