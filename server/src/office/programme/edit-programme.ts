import type { AuditAction } from '@marquee/contract/office/audit'
import { recordAction } from '#src/audit/audit.service.ts'
import { changeCatalogue } from '#src/catalogue/apply/apply.service.ts'
import { catalogueOf, type Programme, withStoredIds } from '#src/catalogue/changes/programme.ts'
import { readProgramme } from '#src/catalogue/export/export-catalogue.service.ts'
import { makeOfficeOwner } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { conflicting } from '#src/errors.ts'
import { conflictsOf } from './plans/programme-plans.view.ts'

interface ProgrammeEdit {
  deviceId: string
  action: AuditAction
  subjectType: 'movie' | 'screen' | 'programme'
  /** Returns the programme with the change. Throws if it is not possible. */
  edit: (programme: Programme) => Programme
  /** Writes what belongs to the change besides the programme, in its transaction, and returns the id of what was changed. */
  finish: (tx: Db) => Promise<string>
  after?: Record<string, unknown>
}

/** Changes a movie or a screen at once, in the programme as it is then. Returns its id. Throws what `edit` throws, and INVALID (422) with the conflicts. */
export async function editProgramme(ctx: Context, change: ProgrammeEdit) {
  let subject = ''
  await changeCatalogue(ctx, {
    source: 'changes',
    load: async (tx, clock) =>
      catalogueOf(change.edit(withStoredIds(await readProgramme(tx, clock)))),
    confirm: async (tx, plan) => {
      const conflicts = conflictsOf(plan).map(({ message }) => message)
      if (conflicts.length > 0) throw conflicting(conflicts)
      await makeOfficeOwner(tx)
      subject = await change.finish(tx)
      const { deviceId, action, subjectType, after } = change
      await recordAction(tx, { deviceId, action, subjectType, subject, after })
    },
  })
  return subject
}
