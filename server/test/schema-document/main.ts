// Writes docs/schema.md. With --check, ends with 1 if the file is not current.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readComments } from './comments.ts'
import { writeDocument } from './document.ts'
import { readTables } from './tables.ts'

const path = fileURLToPath(new URL('../../../docs/schema.md', import.meta.url))
const text = writeDocument(readComments(), await readTables())
if (!process.argv.includes('--check')) {
  writeFileSync(path, text)
} else if (readFileSync(path, 'utf8') !== text) {
  process.stderr.write('docs/schema.md is not current. Run: npm run schema\n')
  process.exitCode = 1
}
