import { sql } from 'kysely'
import type { ShowtimeRow } from '../schema.ts'

/** The id of the layout that a new show has: the version of the layout of its screen that is valid at its start. Null for an unknown screen. */
export const layoutAt = ({
  screen_id,
  starts_at,
}: Pick<ShowtimeRow, 'starts_at'> & { screen_id: string }) => sql<string>`
  (select id from screens
    where (id = ${screen_id} or version_of = ${screen_id}) and valid_from <= ${starts_at}
    order by valid_from desc, layout_version desc limit 1)`

/** The ids of all versions of the layout of a screen. `id`: that of the screen, or of one of them. */
export const layoutsOf = (id: string) => sql`
  (select layouts.id
     from screens as own join screens as layouts on coalesce(layouts.version_of, layouts.id) = coalesce(own.version_of, own.id)
    where own.id = ${id})`
