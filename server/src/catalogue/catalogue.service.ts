import type { Db } from '../database/schema.ts'
import * as showtimes from './showtimes.sql.ts'

/** One showtime with the name of its screen; undefined when there is none. */
export const showtimeOf = (db: Db, id: string) => showtimes.showtime(db, id)

/** The places of a showtime in the order people expect them. */
export const placesOfShowtime = async (db: Db, showtimeId: string) =>
  (await showtimes.places(db, showtimeId)).rows
