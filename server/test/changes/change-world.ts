import { sql, type TableMetadata } from 'kysely'
import { createShowtime, createUser } from '#test/support/makers.ts'
import { createNodeContext, type TestContext } from '#test/support/test-context.ts'
import { putBackInService } from '../../src/bookings/shows/seat-outages.service.ts'
import type { Context } from '../../src/context.ts'
import { SEATS_PER_SCREEN, SHOWS, SLOTS_PER_SCREEN, VISITORS } from './change-steps.ts'

const HOUR = 3_600_000
/** No show of one sequence is in the way of the next one. */
const BETWEEN_SEQUENCES = 24 * HOUR
/** Shows of one movie: hours until the start, and the screen. */
const PROGRAMME = [
  { startsIn: 6, screen: 0 },
  { startsIn: 10, screen: 0 },
  { startsIn: 8, screen: 1 },
]

/** The cinema that all sequences of a database share. */
export type Cinema = Awaited<ReturnType<typeof createCinema>>

/** Two small screens: each has seats of two prices, and the second one has fewer of them. */
export async function createCinema({ ctx }: Pick<TestContext, 'ctx'>) {
  const movieId = crypto.randomUUID()
  const screens = []
  for (const [index, count] of SEATS_PER_SCREEN.entries()) {
    const made = await createShowtime(ctx)
    const half = count / 2
    // Rows A and B, or A and C, of eight seats each.
    const seats = [
      ...made.seats.slice(0, half),
      ...made.seats.slice(8 * (index + 1), 8 * (index + 1) + half),
    ]
    const slots = made.fourWheelers.slice(0, SLOTS_PER_SCREEN)
    await removeAllBut(ctx, made, [...seats, ...slots])
    screens.push({ id: made.screenId, movieId: made.movieId, seats, slots })
  }
  return { movieId: screens[0]?.movieId ?? movieId, screens, ...(await readSchema(ctx)) }
}

async function removeAllBut(
  { db }: Context,
  { screenId, showtimeId }: { screenId: string; showtimeId: string },
  kept: string[],
) {
  await db.deleteFrom('showtimes').where('id', '=', showtimeId).execute()
  await db
    .deleteFrom('places')
    .where('layout_id', '=', screenId)
    .where('id', 'not in', kept)
    .execute()
}

/** A statement for all rows, and the categories of all seats. */
export async function readSchema({ db }: Context) {
  const tables = await db.introspection.getTables()
  const rows = await db.selectFrom('places').select(['id', 'category']).execute()
  return {
    allRows: sql.join(tables.map(selectRows), sql` union all `),
    categories: new Map(rows.map(({ id, category }) => [id, category ?? ''])),
  }
}

/** When someone last asked for a held place: a refused request says that too. */
const REQUEST_TIME = 'asked_at'

/** Selects the rows of a table as texts. */
function selectRows({ name, columns }: TableMetadata) {
  const values = columns
    .filter((column) => column.name !== REQUEST_TIME)
    .map((column) => sql`coalesce(cast(${sql.ref(column.name)} as text), '-')`)
  return sql`select ${sql.lit(`${name}: `)} || ${sql.join(values, sql` || ' ' || `)} as content from ${sql.table(name)}`
}

/** All rows of the database. One statement with a parameter, which PostgreSQL plans once: the sequences read them again and again. */
export async function readAllRows({
  nodes: [{ reader }],
  cinema,
}: Pick<World, 'nodes'> & { cinema: Pick<Cinema, 'allRows'> }) {
  const { rows } = await sql<{ content: string }>`
    select content from (${cinema.allRows}) as everything where content <> ${''}`.execute(reader)
  return rows.map(({ content }) => content).toSorted()
}

/** The shows and visitors of one sequence, and two nodes on one database. */
export type World = Awaited<ReturnType<typeof createWorld>>

export async function createWorld({ ctx, clock }: TestContext, cinema: Cinema) {
  await clock.advance(BETWEEN_SEQUENCES)
  for (const { id: screenId, seats: seatIds } of cinema.screens)
    await putBackInService(ctx, { screenId, seatIds, deviceId: 'manager 1', reason: 'repaired' })
  const shows: string[] = []
  for (const { startsIn, screen } of PROGRAMME.slice(0, SHOWS)) {
    const id = crypto.randomUUID()
    await ctx.db
      .insertInto('showtimes')
      .values({
        id,
        movie_id: cinema.movieId,
        layout_id: cinema.screens[screen]?.id ?? '',
        starts_at: ctx.now() + startsIn * HOUR,
        cutoff_minutes: null,
        rev: 0,
      })
      .execute()
    shows.push(id)
  }
  const visitors = []
  for (let n = 0; n < VISITORS; n += 1)
    visitors.push({ userId: await createConfirmedUser(ctx), holder: crypto.randomUUID() })
  const nodes = connectNodes(createNodeContext(ctx), createNodeContext(ctx))
  return {
    cinema,
    shows,
    visitors,
    nodes,
    clock,
    earlier: [] as EarlierRequest[],
    log: [] as string[],
  }
}

/** A request that was done, to be repeated with its key. */
export type EarlierRequest = (node: Context) => Promise<unknown>

async function createConfirmedUser(ctx: Context) {
  const id = await createUser(ctx)
  await ctx.db
    .updateTable('users')
    .set({ email_confirmed_at: ctx.now() })
    .where('id', '=', id)
    .execute()
  return id
}

/** Each node hears which claims the other one has changed. */
export function connectNodes(one: Context, other: Context): [Context, Context] {
  one.events.on('claimsChanged', (id) => other.events.emit('remoteClaimsChanged', id))
  other.events.on('claimsChanged', (id) => one.events.emit('remoteClaimsChanged', id))
  return [one, other]
}

/** Makes both nodes read the shows again: a node without listeners may have changed claims. */
export function invalidateShows({ nodes, shows }: Pick<World, 'nodes' | 'shows'>) {
  for (const node of nodes) for (const id of shows) node.events.emit('remoteClaimsChanged', id)
}

/** Adds the steps of a sequence, with their outcomes, to an error. */
export async function withLog({ log }: Pick<World, 'log'>, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    throw new Error(`after these steps:\n${log.join('\n')}`, { cause: error })
  }
}
