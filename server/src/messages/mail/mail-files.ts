import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { findMails } from './outbox.sql.ts'

const EXTENSION = '.eml'
const MAX_IDS_PER_QUERY = 500

export const mailPath = (mailDir: string, id: string) => join(mailDir, `${id}${EXTENSION}`)

export async function deleteMailFiles(mailDir: string, ids: readonly string[]) {
  for (const id of ids) await rm(mailPath(mailDir, id), { force: true })
}

/** Deletes the files that are older than a day and whose mails are no longer in the outbox. */
export async function deleteStaleMailFiles({ reader, config, now }: Context) {
  const names = await readdir(config.mailDir).catch(() => [])
  for (let start = 0; start < names.length; start += MAX_IDS_PER_QUERY) {
    const slice = names.slice(start, start + MAX_IDS_PER_QUERY)
    const ids = slice.map((name) => name.replace(EXTENSION, ''))
    const { rows } = await findMails(reader, ids)
    const kept = new Set(rows.map(({ id }) => id))
    for (const [index, name] of slice.entries()) {
      const path = join(config.mailDir, name)
      if (kept.has(ids[index] ?? '')) continue
      // Another node may delete it at the same time.
      const file = await stat(path).catch(() => undefined)
      if (file && file.mtimeMs <= now() - DAY_MS) await rm(path, { force: true })
    }
  }
}
