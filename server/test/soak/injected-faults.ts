import { DatabaseSync } from 'node:sqlite'
import { PRESSURE } from '#src/inventory/rules/address-limits.ts'
import { execute } from '#test/support/test-postgres.ts'
import type { Rule } from './operation-log.ts'
import { EVENT_PREFIX, type MessageHandlers } from './socket-proxy.ts'

/** Breaks rules of a running server from outside, to prove that the soak test reports them. */
export interface InjectedFaults {
  /** The rules that the soak test must report. */
  rules: Rule[]
  environment?: Record<string, string>
  /** Whether visitors and staff change bookings and shows in the run. */
  hasChanges?: boolean
  /** Statements and triggers for the server's database. */
  statements?: (string | Trigger)[]
  messages?: MessageHandlers
}

interface Trigger {
  before?: 'insert' | 'delete'
  after?: ('insert' | 'update')[]
  table: string
  when: string
  /** A statement. `skip` leaves out the row, `fail` fails the statement. */
  run: string | 'skip' | 'fail'
  /** Another trigger runs the statement that it follows. */
  isNested?: true
}

const onScreen = (screen: string, showtimeId = 'new.showtime_id') =>
  `${showtimeId} in (select showtimes.id from showtimes join screens on screens.id = layout_id
                      where screens.name = '${screen}')`
/** Divides the places of a screen into four groups, so that one run can break several rules. */
const inGroup = (group: number, placeId = 'new.place_id') =>
  `(select position from places where id = ${placeId}) % 4 = ${group}`
const THIS_CLAIM = 'where showtime_id = new.showtime_id and place_id = new.place_id'
const THIS_SELECTION = 'where showtime_id = new.showtime_id and holder = new.holder'
const THIS_ROW = 'where id = new.id'
const CROWD = onScreen('crowd')
const BOOKED_BY_CROWD = onScreen(
  'crowd',
  '(select showtime_id from bookings where id = new.booking_id)',
)

const afterClaim = (when: string, run: string): Trigger => ({
  after: ['insert', 'update'],
  table: 'claims',
  when,
  run,
})
const afterSelection = (when: string, run: string): Trigger => ({
  after: ['insert', 'update'],
  table: 'selections',
  when,
  run,
})
const afterBooking = (when: string, run: string): Trigger => ({
  after: ['insert'],
  table: 'bookings',
  when,
  run,
})

/** Without it, the nodes would decide by what is in their memory, and read nothing of what the triggers change. */
const FORGET_STATES: Trigger = {
  after: ['update'],
  table: 'showtimes',
  when: 'new.version <> old.version',
  run: `update showtimes set version = 'injected ' || new.version ${THIS_ROW}`,
}

export const injectedFaultNames = ['database', 'changes', 'messages', 'silence'] as const

/** Faults that do not hide each other share a run. */
export const injectedFaults: Record<(typeof injectedFaultNames)[number], InjectedFaults> = {
  database: {
    rules: [
      'one holder per place',
      'a place is sold once',
      'sold places stay sold',
      'one deadline per selection',
      'selections have their places',
      'bookings contain all ordered places',
      'prices are right',
      'acknowledged bookings exist',
      'expected answers only',
      'limits per holder',
      'limits per account',
      'limits per address',
      'limit per address at all showtimes',
      'places beyond the free share need a proof',
      'confirmed emails are not challenged',
      'ended holds are not taken back while others wait',
      'one booking per idempotency key',
      'revisions grow',
      'one extension at checkout',
      'checkout outlasts a disconnect',
      'one connected tab keeps holds',
      'holds last until their deadline',
      'expired holds are deleted',
      'no holds after the cutoff',
      'no bookings after the start',
    ],
    statements: [
      FORGET_STATES,
      afterClaim(
        `${CROWD} and ${inGroup(0)} and new.booking_id is null`,
        `delete from claims ${THIS_CLAIM}`,
      ),
      afterClaim(
        `${CROWD} and ${inGroup(1)} and new.booking_id is null`,
        'delete from claims where showtime_id = new.showtime_id and booking_id is not null',
      ),
      {
        after: ['insert'],
        table: 'selections',
        when: onScreen('deadline'),
        run: `update selections set deadline = deadline + 500 ${THIS_SELECTION}`,
      },
      {
        before: 'insert',
        table: 'booking_places',
        run: 'skip',
        when: `${BOOKED_BY_CROWD} and ${inGroup(3)}`,
      },
      afterBooking(CROWD, `update bookings set total_cost = total_cost + 1 ${THIS_ROW}`),
      afterBooking(
        `${CROWD} and new.phone like '%7'`,
        `update bookings set phone = '0000000000' ${THIS_ROW}`,
      ),
      {
        before: 'insert',
        table: 'bookings',
        run: 'fail',
        when: `${CROWD} and new.phone like '%3'`,
      },
      // One holder gets all seats of all showtimes of the screen.
      afterClaim(
        `${onScreen('limits')} and new.booking_id is null`,
        `insert into selections (showtime_id, holder, since, deadline, seen_at, places)
         select showtimes.id, selections.holder, since, deadline, seen_at, places
           from selections join showtimes on layout_id = (select layout_id from places where id = new.place_id)
          ${THIS_SELECTION}
         on conflict do nothing;
         insert into claims (showtime_id, place_id, holder, chooser)
         select showtimes.id, places.id, new.holder, new.chooser
           from places join showtimes on showtimes.layout_id = places.layout_id
          where places.layout_id = (select layout_id from places where id = new.place_id) and kind = 'seat'
         on conflict do nothing`,
      ),
      afterSelection(
        `${onScreen('accountLimit')} and new.account is not null`,
        `update selections set account = null ${THIS_SELECTION}`,
      ),
      afterClaim(
        `${onScreen('accountLimit')} and new.account is not null`,
        `update claims set account = null ${THIS_CLAIM}`,
      ),
      // Old holds and sales, because many new ones would need a proof from every address.
      afterSelection(
        `${onScreen('addressLimit')} and new.address is not null`,
        `update selections set address = null, since = since - ${PRESSURE.periodMs} ${THIS_SELECTION}`,
      ),
      afterClaim(
        `${onScreen('addressLimit')} and new.address is not null`,
        `update claims set address = null, sold_at = sold_at - ${PRESSURE.periodMs} ${THIS_CLAIM}`,
      ),
      {
        after: ['update'],
        table: 'users',
        when: 'new.email_confirmed_at is not null',
        run: `update users set email_confirmed_at = null ${THIS_ROW}`,
      },
      {
        after: ['update'],
        table: 'claims',
        when: `${onScreen('retake')} and new.asked_at is not null`,
        run: `update claims set asked_at = null ${THIS_CLAIM}`,
      },
      afterBooking(onScreen('orders'), `update bookings set idempotency_key = null ${THIS_ROW}`),
      {
        after: ['update'],
        table: 'showtimes',
        when: `${onScreen('orders', 'new.id')} and new.rev > old.rev`,
        run: 'update showtimes set rev = old.rev where id = new.id',
      },
      afterSelection(
        `${onScreen('checkout')} and new.checkout_at is not null`,
        `update selections set checkout_at = null ${THIS_SELECTION}`,
      ),
      {
        after: ['update'],
        table: 'selections',
        when: `${onScreen('leaving')} and new.seen_at > old.seen_at and new.deadline = old.deadline`,
        run: `update selections set seen_at = old.seen_at ${THIS_SELECTION}`,
      },
      {
        after: ['update'],
        table: 'selections',
        when: `${onScreen('deadline')} and new.deadline > old.deadline + 500`,
        run: `update selections set deadline = deadline - 1000 ${THIS_SELECTION}`,
      },
      // Some expired holds stay.
      {
        before: 'delete',
        table: 'selections',
        run: 'skip',
        when: `${onScreen('crowd', 'old.showtime_id')} and old.deadline <= clock_ms()`,
      },
      {
        before: 'delete',
        table: 'claims',
        run: 'skip',
        when: `${onScreen('crowd', 'old.showtime_id')} and ${inGroup(3, 'old.place_id')}
               and exists (select 1 from selections
                            where showtime_id = old.showtime_id and holder = old.holder and deadline <= clock_ms())`,
      },
      `update showtimes set version = 'injected', cutoff_minutes = 0 where ${onScreen('cutoff', 'id')}`,
      `update showtimes set version = 'injected', starts_at = starts_at + 3600000 where ${onScreen('start', 'id')}`,
    ],
  },
  changes: {
    hasChanges: true,
    rules: [
      'sold places stay sold',
      'answered changes are done',
      'changes are those that were asked for',
      'changes lead to what a booking has',
      'passes are those of the seats',
      'one change per idempotency key',
      'the ledger only grows',
      'takings are the bookings',
      'a cancelled show sells nothing',
      'a cancelled show refunds all',
      'a seat out of service has no claim',
      'offers are what was asked for',
      'offers belong to their account',
    ],
    statements: [
      FORGET_STATES,
      { before: 'delete', table: 'booking_places', run: 'skip', when: inGroup(0, 'old.place_id') },
      {
        after: ['insert'],
        table: 'cancelled_places',
        when: `${inGroup(1)} and new.refund > 0`,
        run: `update cancelled_places set refund = refund - 1 ${THIS_ROW}`,
      },
      afterClaim(
        `${inGroup(2)} and new.holder like 'offer %' and new.booking_id is null`,
        `delete from claims ${THIS_CLAIM}`,
      ),
      afterClaim(
        `${inGroup(3)} and new.booking_id is null`,
        'delete from claims where showtime_id = new.showtime_id and booking_id is not null',
      ),
      {
        after: ['insert'],
        table: 'audit',
        when: `new.action = 'booking.cancel' and new.device_id is null and new.id like '%3'`,
        run: `insert into audit (id, at, device_id, action, subject_type, subject_id, state_before, state_after, reason)
              values ('again ' || substr(new.id, 1, 30), new.at, new.device_id, new.action, new.subject_type,
                      new.subject_id, new.state_before, new.state_after, new.reason)`,
      },
      {
        after: ['update'],
        table: 'seat_passes',
        isNested: true,
        when: 'new.void_at is not null and new.number = 2',
        run: 'update seat_passes set void_at = null where booking_id = new.booking_id and number = new.number',
      },
      { before: 'insert', table: 'booking_changes', run: 'skip', when: 'new.at > 0' },
      {
        after: ['insert'],
        table: 'payments',
        when: 'new.number = 3',
        run: `insert into payments (booking_id, number, kind, amount, method, at)
              values (new.booking_id, 0, 'payment', 1, 'online', new.at)`,
      },
      {
        after: ['update'],
        table: 'showtimes',
        when: 'new.cancelled_at is not null',
        run: `update showtimes set cancelled_at = null ${THIS_ROW}`,
      },
      {
        after: ['insert'],
        table: 'audit',
        when: `new.action = 'seats.out-of-service'`,
        run: `insert into selections (showtime_id, holder, since, deadline, seen_at, places)
              select id, 'injected', new.at, new.at + 5000, new.at, 1 from showtimes where layout_id = new.subject_id
              on conflict do nothing;
              insert into claims (showtime_id, place_id, holder, chooser)
              select showtimes.id, places.id, 'injected', 'injected'
                from places join showtimes on showtimes.layout_id = places.layout_id
               where places.layout_id = new.subject_id and out_of_service = 1
              on conflict do nothing`,
      },
      // Accounts without a confirmed email have no entries of their own.
      {
        after: ['update'],
        table: 'waiting_entries',
        when: `new.state = 'offered' and old.state = 'waiting'`,
        run: `update waiting_entries set user_id = (select id from users where email = 'buyer2@example.com') ${THIS_ROW}`,
      },
    ],
  },
  messages: {
    rules: [
      'release by the owner only',
      'all places or none',
      'holdExpired to its holder only',
      'holdExpired at most once',
      'holds last for the grace period',
      'longest hold',
    ],
    environment: { HOLD_GRACE_SECONDS: '1', HOLD_MAX_SECONDS: '60' },
    messages: {
      fromServer: (text, { toClient, toAllClients }) => {
        if (isEvent(text, 'holdExpired')) return toAllClients(text)
        if (!text.includes('"code":"NOT_OWNER"')) return toClient(text)
        const ack = { ok: true, holdUntil: null, serverNow: new Date().toISOString() }
        toClient(`${text.slice(0, text.indexOf('['))}${JSON.stringify([ack])}`)
      },
      fromClient: (text, { toServer }) => {
        if (text.includes('["beginCheckout",')) {
          const [, payload] = JSON.parse(text.slice(text.indexOf('['))) as [
            string,
            { showtimeId: string; seatIds: string[] },
          ]
          const { showtimeId, seatIds } = payload
          for (const seatId of seatIds) {
            toServer(`${EVENT_PREFIX}${JSON.stringify(['holdSeat', { showtimeId, seatId }])}`)
          }
        }
        toServer(text)
      },
    },
  },
  silence: {
    rules: ['maps show the database', 'holdExpired arrives', 'holds end after the grace period'],
    environment: { HOLD_GRACE_SECONDS: '600' },
    messages: {
      fromServer: (text, { toClient }) => {
        const isDropped = ['parkingUpdated', 'mapRevision', 'holdExpired'].some((event) =>
          isEvent(text, event),
        )
        if (!isDropped) toClient(text)
      },
    },
  },
}

const isEvent = (text: string, event: string) => text.startsWith(`${EVENT_PREFIX}["${event}"`)

/** Injects the faults into a PostgreSQL database (a URL) or into a SQLite database (a file). */
export async function injectIntoDatabase({ statements = [] }: InjectedFaults, database: string) {
  const statementFor = isPostgres(database) ? postgresStatement : sqliteStatement
  await executeOn(database, statements.map(statementFor))
}

/** Runs statements on a PostgreSQL database (a URL) or on a SQLite database (a file). */
export async function executeOn(database: string, statements: string[]) {
  if (isPostgres(database)) return execute(database, ...statements)
  const db = new DatabaseSync(database, { timeout: 5000 })
  for (const statement of statements) db.exec(statement)
  db.close()
}

const isPostgres = (database: string) => database.startsWith('postgres')

/** The servers, which run the triggers, give this function the clock of the tests. */
const SQLITE_CLOCK = "cast(round(unixepoch('subsec') * 1000) as integer)"

function sqliteStatement(statement: string | Trigger, n: number) {
  if (typeof statement === 'string') return statement
  const { table, when, run } = statement
  const body = { skip: 'select raise(ignore)', fail: "select raise(abort, 'injected fault')" }[run]
  return eventsOf(statement)
    .map(
      ([time, event]) =>
        `create trigger injected_${n}_${event} ${time} ${event} on ${table}
         when ${when.replaceAll('clock_ms()', SQLITE_CLOCK)} begin ${body ?? run}; end;`,
    )
    .join('\n')
}

/** A trigger does not fire for its own statements. SQLite behaves so by default. */
function postgresStatement(statement: string | Trigger, n: number) {
  if (typeof statement === 'string') return statement
  const { before, table, when, run, isNested } = statement
  const body = { skip: 'return null', fail: "raise exception 'injected fault'" }[run] ?? run
  const events = eventsOf(statement)
  return `
    create function injected_${n}() returns trigger language plpgsql as $$ begin
      if pg_trigger_depth() < ${isNested ? 3 : 2} and (${when}) then ${body}; end if;
      return ${before === 'delete' ? 'old' : 'new'};
    end $$;
    create trigger injected_${n} ${events[0]?.[0]} ${events.map(([, event]) => event).join(' or ')}
    on ${table} for each row execute function injected_${n}();`
}

const eventsOf = ({ before, after = [] }: Trigger) =>
  before ? [['before', before] as const] : after.map((event) => ['after', event] as const)
