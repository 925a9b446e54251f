import { sql } from 'kysely'
import type { ShowtimeRow } from '../schema.ts'

/** The id of the layout that a new show has: the version of the layout of its screen that is valid at its start. Null for an unknown screen. */
export const layoutAt = ({
  screen_id,
  starts_at,
}: Pick<ShowtimeRow, 'screen_id' | 'starts_at'>) => sql<string>`
  (select id from screens
    where (id = ${screen_id} or version_of = ${screen_id}) and valid_from <= ${starts_at}
    order by valid_from desc, layout_version desc limit 1)`
