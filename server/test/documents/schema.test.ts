import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readComments } from './schema/comments.ts'
import { writeDocument } from './schema/document.ts'
import { readTables } from './schema/tables.ts'

const PAGE = join(import.meta.dirname, '../../../docs/schema.md')

test('docs/schema.md is current', async () => {
  await expect(writeDocument(readComments(), await readTables())).toMatchFileSnapshot(PAGE)
})
