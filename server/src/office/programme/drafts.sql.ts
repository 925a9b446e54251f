import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db, ProgrammeDraftRow } from '#src/database/schema.ts'

export type DraftRow = ProgrammeDraftRow & { device: string | null }

const selectDraft = (db: Db, column: 'id' | 'device_id', value: string) =>
  sql<DraftRow>`
    select programme_drafts.*, devices.name as device
      from programme_drafts left join devices on devices.id = device_id
     where ${sql.ref(`programme_drafts.${column}`)} = ${value}`.execute(db)

export const selectDraftById = (db: Db, id: string) => selectDraft(db, 'id', id)
export const selectDraftOfDevice = (db: Db, deviceId: string) =>
  selectDraft(db, 'device_id', deviceId)

type SavedDraft = Omit<ProgrammeDraftRow, 'saved_at'>

/** Returns no row if the device has a draft already. */
export const insertDraft = (db: Db, draft: SavedDraft) =>
  sql<{ id: string }>`
    insert into programme_drafts (id, device_id, changes, programme_version, revision, saved_at)
    values (${draft.id}, ${draft.device_id}, ${draft.changes}, ${draft.programme_version}, ${draft.revision}, ${clock})
        on conflict (device_id) do nothing
    returning id`.execute(db)

/** Returns no row if the draft was saved meanwhile. `revision`: the next one. */
export const updateDraft = (db: Db, draft: Omit<SavedDraft, 'id'>) =>
  sql<{ id: string }>`
    update programme_drafts
       set changes = ${draft.changes}, programme_version = ${draft.programme_version}, revision = ${draft.revision}, saved_at = ${clock}
     where device_id = ${draft.device_id} and revision = ${draft.revision - 1}
    returning id`.execute(db)
