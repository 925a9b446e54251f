import type { ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { periodOfDay } from '@marquee/contract/time'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { movieNotFound } from '../errors.ts'
import { movieById } from './movies.sql.ts'
import * as programme from './programme.sql.ts'
import { NO_SEAT_COUNTS, programmeView } from './showtimes.view.ts'

/** The number of changes of the programme so far, by catalogue files and by staff. A plan for an older version is not applied. */
export const readProgrammeVersion = async (db: Db) => (await readProgrammeState(db)).version

/** The value of CATALOGUE for a cinema that the office sets up. */
const NO_FILE = 'none'

/** The catalogue file of the settings, which a start applies. */
export const catalogueFileOf = ({ catalogue }: Pick<Config, 'catalogue'>) =>
  catalogue === NO_FILE ? undefined : catalogue

/** A start with a catalogue file is refused with it. */
export const OWNED_BY_OFFICE =
  'CATALOGUE: the programme belongs to the office since its first change there, so no file is applied at a start. Remove this setting. "marquee office programme import FILE" applies a file.'

/** Why the catalogue file is not applied: neither at the last start, nor at the next one. */
export async function findCatalogueProblems({
  reader,
  config,
}: Pick<Context, 'reader' | 'config'>) {
  const { catalogueProblems, isOwnedByOffice } = await readProgrammeState(reader)
  const isRefused = isOwnedByOffice && catalogueFileOf(config) !== undefined
  return isRefused ? [OWNED_BY_OFFICE] : catalogueProblems
}

/** The state of the programme as a whole. `catalogueProblems`: why the catalogue file of the last start was not applied. */
export async function readProgrammeState(db: Db) {
  const row = await programme.selectProgramme(db)
  return {
    version: Number(row?.version ?? 0),
    isOwnedByOffice: row?.owned_by_office === 1,
    catalogueProblems: JSON.parse(row?.catalogue_problems ?? '[]') as string[],
  }
}

/** Remembers for all nodes why the catalogue file was not applied. */
export const storeCatalogueProblems = (db: Db, problems: readonly string[]) =>
  programme.putProblems(db, problems.length > 0 ? JSON.stringify(problems) : null)

/** Makes the office the owner of the programme: the setting CATALOGUE is refused from now on. */
export const makeOfficeOwner = (tx: Db) => programme.setOwnedByOffice(tx)

/** Counts a change of the programme, in its transaction. */
export const incrementProgrammeVersion = (tx: Db) => programme.incrementVersion(tx)

/** Lists the showtimes of the offered movies on a day (2026-12-01) of the cinema's time zone, earliest first. */
export async function listProgramme(ctx: Context, date: string) {
  const { rows } = await programme.showtimesOfDay(
    ctx.reader,
    periodOfDay(date, ctx.config.timeZone),
  )
  return programmeViews(ctx, rows)
}

/** Lists the showtimes of one movie on a day. Throws NOT_FOUND. */
export async function listMovieShowtimes(ctx: Context, movieId: string, date: string) {
  if (!(await movieById(ctx.reader, movieId))) throw movieNotFound()
  const period = periodOfDay(date, ctx.config.timeZone)
  const { rows } = await programme.showtimesOfMovieOnDay(ctx.reader, movieId, period)
  return programmeViews(ctx, rows)
}

async function programmeViews(
  { loadSeatCounts, config }: Context,
  rows: programme.ProgrammeRow[],
): Promise<ProgrammeShowtime[]> {
  const counts = await loadSeatCounts(rows)
  return rows.map((row) =>
    programmeView(row, counts.get(row.id) ?? NO_SEAT_COUNTS, config.timeZone),
  )
}
