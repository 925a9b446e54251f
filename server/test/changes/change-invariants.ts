import { TakingsBy } from '@marquee/contract/office/reports/takings'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { listBookings } from '../../src/bookings/list/bookings.service.ts'
import { reconcile } from '../../src/bookings/list/reconcile.service.ts'
import { businessDayAt } from '../../src/catalogue/schedule/calendar.ts'
import { clock } from '../../src/database/dialect.ts'
import { paidTotal } from '../../src/database/rows/payments.ts'
import { getTakings } from '../../src/reports/takings/takings.service.ts'
import { passesOf, requirePass } from '../../src/tickets/passes.service.ts'
import { findTickets, seatsOfPass } from '../../src/tickets/tickets.service.ts'
import type { Step, Verb } from './change-steps.ts'
import type { World } from './change-world.ts'

/** The cinema gives bookings other seats. */
const MOVING: Verb[] = ['move show', 'take out of service']
/** The cinema takes seats away only by these, and visitors give seats up only by `cancel`. All refund. */
const CANCELLING: Verb[] = [...MOVING, 'cancel', 'cancel by staff', 'cancel show']

type Rule = RawBuilder<{ detail: string }>

const soldTwice: Rule = sql`
  select place_id as detail from booking_places join bookings on bookings.id = booking_id
   group by showtime_id, place_id having count(*) > 1`

const onOtherScreen: Rule = sql`
  select place_id as detail from claims
    join places on places.id = place_id join showtimes on showtimes.id = showtime_id
   where places.layout_id <> showtimes.layout_id`

/** Offers, sold and blocked seats: at most the seats of the screen. */
const tooManySeats: Rule = sql`
  select showtime_id as detail from claims
    join places on places.id = place_id join showtimes on showtimes.id = showtime_id
   where kind = 'seat' group by showtime_id, showtimes.layout_id
  having count(*) > (select count(*) from places as seats where seats.layout_id = showtimes.layout_id and seats.kind = 'seat')`

const claimsOfCancelledShow: Rule = sql`
  select place_id as detail from claims join show_cancellations using (showtime_id)
   where finished_at is not null or booking_id is null`

/** Seats that are blocked stay blocked. */
const claimsOutOfService: Rule = sql`
  select place_id as detail from claims
    join places on places.id = place_id join showtimes on showtimes.id = claims.showtime_id
    left join bookings on bookings.id = booking_id
   where out_of_service = 1 and starts_at > ${clock} and coalesce(channel, '') <> 'house'`

/** An offer that a moved show has taken back has none, until its party waits again. */
const incompleteOffers: Rule = sql`
  select waiting_entries.id as detail from waiting_entries
    join claims on claims.holder = waiting_entries.holder and claims.showtime_id = waiting_entries.showtime_id
   where state = 'offered' and offer_until > ${clock}
   group by waiting_entries.id, seats having count(*) <> seats`

const heldOutsideSelections: Rule = sql`
  select place_id as detail from claims
    left join selections on selections.showtime_id = claims.showtime_id and selections.holder = claims.holder
   where booking_id is null and selections.holder is null`

/** A selection ends with its last place. No one chooses together here. */
const miscountedSelections: Rule = sql`
  select selections.holder as detail from selections
    left join claims on claims.showtime_id = selections.showtime_id and claims.holder = selections.holder
   group by selections.showtime_id, selections.holder, places having count(place_id) <> places or places = 0`

const refundsOfAction = sql`
  select subject_id, count(*) as actions from audit
   where action = 'booking.cancel' and state_after like '%"refund":%' and state_after not like '%"refund":0,%'
      or action = 'booking.reseat' and state_after not like '%"refund":0}'
      or action = 'booking.change-seats' and state_after like '%"difference":-%'
   group by subject_id`

/** A change of parking may pay and refund at once, so its entry does not say whether it has refunded. */
const refundsWithoutEntry: Rule = sql`
  select refunds.booking_id as detail
    from (select booking_id, count(*) as refunds, count(nullif(reason, '')) as reasons from payments
           where kind = 'refund' group by booking_id) as refunds
    left join (${refundsOfAction}) as actions on actions.subject_id = booking_id
   where reasons <> refunds
      or coalesce(actions, 0) > refunds
      or coalesce(actions, 0) + (select count(*) from audit
                                  where subject_id = booking_id and action = 'booking.change-parking') < refunds`

const RULES: Record<string, Rule> = {
  'no place is sold twice': soldTwice,
  'claims are on the screen of the show': onOtherScreen,
  'offers, sold and blocked seats are at most the seats': tooManySeats,
  'a cancelled show has no claims': claimsOfCancelledShow,
  'held places are in a selection': heldOutsideSelections,
  'selections count their places': miscountedSelections,
  'seats out of service are neither held nor sold': claimsOutOfService,
  'an offer has all its seats': incompleteOffers,
  'each refund has one reason and one entry of the audit': refundsWithoutEntry,
}

/** What breaks a rule. */
const broken = sql.join(
  Object.entries(RULES).map(
    ([rule, query]) => sql`select ${sql.lit(rule)} as rule, detail from (${query}) as found`,
  ),
  sql` union all `,
)

/** What is true after every step. */
export async function expectInvariants({ nodes: [ctx] }: Pick<World, 'nodes'>) {
  const { reader } = ctx
  expect((await reconcile(reader)).problems).toEqual([])
  await expectTakingsAgree(ctx, ['show'])
  const { rows } = await sql`
    select rule, detail from (${broken}) as broken where rule <> ${''}`.execute(reader)
  expect(rows).toEqual([])
}

/** However the takings are divided, their sums are those of the ledger; the tickets of each show are the seats of its bookings. */
async function expectTakingsAgree(
  ctx: World['nodes'][0],
  divisions: readonly TakingsBy[] = TakingsBy.options,
) {
  const { rows } = await sql<{ gross: number; refunds: number; tickets: number; begin: number }>`
    select coalesce(sum(case when kind = 'payment' then amount end), 0) as gross,
           coalesce(sum(case when kind = 'refund' then amount end), 0) as refunds, coalesce(min(at), 0) as begin,
           (select count(*) from booking_places
              join places on places.id = place_id
              join bookings on bookings.id = booking_id
             where kind = 'seat' and channel <> 'house') as tickets
      from payments where method <> 'complimentary'`.execute(ctx.reader)
  const { begin = 0, ...ledger } = rows[0] ?? {}
  const from = businessDayAt(begin || ctx.now(), ctx.config).date
  for (const by of divisions) {
    const { rows: takings, totals } = await getTakings(ctx, { from, by })
    const sum = (name: 'gross' | 'refunds' | 'tickets') =>
      takings.reduce((total, row) => total + row[name], 0)
    expect({ by, gross: sum('gross'), refunds: sum('refunds'), tickets: sum('tickets') }).toEqual({
      by,
      ...ledger,
    })
    expect(totals).toMatchObject(ledger)
  }
  const { rows: shows } = await sql<{ id: string; seats: number }>`
    select showtime_id as id, count(*) as seats from bookings
      join booking_places on booking_id = bookings.id
      join places on places.id = place_id
     where kind = 'seat' and channel <> 'house' group by showtime_id`.execute(ctx.reader)
  const { rows: byShow } = await getTakings(ctx, { from, by: 'show' })
  expect(
    new Map(byShow.flatMap(({ key, tickets }) => (tickets === 0 ? [] : [[key, tickets]]))),
  ).toEqual(new Map(shows.map(({ id, seats }) => [id, seats])))
}

export type BookingStates = Awaited<ReturnType<typeof readBookings>>

/** The bookings of the visitors, by their ids. */
export async function readBookings({ nodes: [ctx], visitors }: World) {
  const { rows } = await sql<{ id: string; showtime_id: string; starts_at: number; paid: number }>`
    select bookings.id, showtime_id, starts_at, ${paidTotal} as paid
      from bookings join showtimes on showtimes.id = showtime_id
     where user_id in (${sql.join(visitors.map(({ userId }) => userId))})
     order by bookings.id`.execute(ctx.reader)
  const tickets = await findTickets(
    ctx,
    rows.map(({ id }) => id),
  )
  const { rows: cancelled } = await sql<{ booking_id: string; seats: number }>`
    select booking_id, count(*) as seats from cancelled_places join places on places.id = place_id
     where kind = 'seat' and booking_id in (${sql.join(['', ...rows.map(({ id }) => id)])})
     group by booking_id`.execute(ctx.reader)
  const cancelledSeats = new Map(cancelled.map(({ booking_id, seats }) => [booking_id, seats]))
  const states = rows.flatMap(({ id, paid }) => {
    const ticket = tickets.get(id)
    if (!ticket) return []
    const seats = ticket.seats.map(({ label }) => label)
    return { id, ticket, paid, seats, cancelled: cancelledSeats.get(id) ?? 0 }
  })
  return new Map(states.map((state) => [state.id, state]))
}

/** Compares the bookings before and after a step. */
export async function expectTransition(
  { nodes: [ctx] }: World,
  { verb }: Pick<Step, 'verb'>,
  { before, after }: { before: BookingStates; after: BookingStates },
) {
  for (const [id, now] of after) {
    const was = before.get(id)
    const isChanged =
      String(now.seats) !== String(was?.seats) || now.ticket.issue !== was?.ticket.issue
    if (isChanged) {
      const passes = passesOf(ctx, now.ticket)
      for (const { token } of passes) await requirePass(ctx, token)
      expect(passes.slice(1).map(({ label }) => label)).toEqual(now.seats)
    }
    if (!was) continue
    expect(now.seats.length + now.cancelled, 'no seat is lost').toBe(
      was.seats.length + was.cancelled,
    )
    if (!CANCELLING.includes(verb)) expect(now.seats).toHaveLength(was.seats.length)
    if (MOVING.includes(verb)) expect(now.paid).toBeLessThanOrEqual(was.paid)
    await expectValidity(ctx, { was: was.ticket, now: now.ticket })
  }
  expect([...before.keys()].filter((id) => !after.has(id))).toEqual([])
}

/** The earlier passes of seats that the booking still has are valid, and the others are void. */
async function expectValidity(
  ctx: World['nodes'][0],
  { was, now }: Record<'was' | 'now', Parameters<typeof passesOf>[1]>,
) {
  const isSameShow = was.showtime_id === now.showtime_id
  for (const { number, token } of passesOf(ctx, was)) {
    const seats = seatsOfPass(now, number).map(({ label }) => label)
    if (isSameShow && seats.length > 0) {
      expect(await requirePass(ctx, token)).toMatchObject({ number })
      if (number !== BOOKING_PASS)
        expect(seats).toEqual(seatsOfPass(was, number).map(({ label }) => label))
    } else await expect(requirePass(ctx, token)).rejects.toMatchObject({ code: 'VOID' })
  }
}

/** What visitors see and what reports say agrees with the ledger and with the passes. */
export async function expectListsAgree(world: World) {
  await expectTakingsAgree(world.nodes[0])
  const states = await readBookings(world)
  for (const { userId } of world.visitors)
    for (const booking of await listBookings(world.nodes[0], userId)) {
      const state = states.get(booking._id)
      const labels = booking.cancelled ? [] : booking.seats.map(({ seatNumber }) => seatNumber)
      expect(labels.toSorted()).toEqual(state?.seats.toSorted())
      expect(booking.totalCost).toBe(state?.paid)
      expect(world.shows).toContain(booking.showtimeId._id)
    }
}
