import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import type { ProgrammeDraft } from '@marquee/contract/office/programme/drafts'
import { formatInstant } from '@marquee/contract/time'
import { deviceWithName } from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import { newId } from '#src/database/rows/new-id.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { closed, notFound } from '#src/errors.ts'
import * as statements from './drafts.sql.ts'

const SAVED_MEANWHILE =
  'This draft was changed in another window. Please load it again before you go on.'

/** The draft of a device, or the one with an id. Null: the device has none. Throws NOT_FOUND for an unknown id. */
export async function readDraft(
  { reader }: Context,
  { id, deviceId }: { id?: string | undefined; deviceId: string },
) {
  const { rows } = await (id === undefined
    ? statements.selectDraftOfDevice(reader, deviceId)
    : statements.selectDraftById(reader, id))
  if (rows[0]) return draftView(rows[0])
  if (id === undefined) return null
  throw notFound('There is no such draft.')
}

interface DraftToSave {
  deviceId: string
  changes: readonly ProgrammeChange[]
  programmeVersion: number
  /** The revision that was read. 0 for a new draft. */
  revision: number
}

/** Saves the draft of a device. Throws CLOSED if it was saved meanwhile. */
export const saveDraft = (ctx: Context, { deviceId, changes, ...draft }: DraftToSave) =>
  inTransaction(ctx.db, { durable: true }, async (tx) => {
    const row = {
      device_id: deviceId,
      changes: JSON.stringify(changes),
      programme_version: draft.programmeVersion,
      revision: draft.revision + 1,
    }
    const saved =
      draft.revision === 0
        ? await statements.insertDraft(tx, { ...row, id: newId() })
        : await statements.updateDraft(tx, row)
    if (saved.rows.length === 0) throw closed(SAVED_MEANWHILE)
    const { rows } = await statements.selectDraftOfDevice(tx, deviceId)
    return draftView(rows[0] as statements.DraftRow)
  })

const draftView = (row: statements.DraftRow): ProgrammeDraft => ({
  _id: row.id,
  changes: JSON.parse(row.changes) as ProgrammeChange[],
  programmeVersion: Number(row.programme_version),
  revision: row.revision,
  savedAt: formatInstant(row.saved_at),
  device: deviceWithName(row.device_id, row.device),
})
