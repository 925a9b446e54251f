import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Sabotage = 'unique-key' | 'hold-condition' | 'owner-condition'

const SERVER = join(import.meta.dirname, '../..')
const CLAIMS = 'src/claims/claims.sql.ts'
const HEART = 'migrations/001-the-heart.ts'

/** Which words to take out of which file: each a rule that the checker must miss when it is gone. */
const RULES: Record<Sabotage, [file: string, words: RegExp][]> = {
  'unique-key': [
    [HEART, /primary key \(showtime_id, place_id\),\s+(?=check \(\(booking_id)/],
    [CLAIMS, /on conflict \(showtime_id, place_id\) do update[\s\S]*?(?=returning place_id)/g],
  ],
  'hold-condition': [
    [CLAIMS, /and \(claims\.held_until <= \$\{wish\.now\} or claims\.holder = excluded\.holder\)/],
  ],
  'owner-condition': [[CLAIMS, /and holder = \$\{holder\}(?=\s+and place_id in)/]],
}

/** A copy of the server without one of its rules. Throws if the rule was not where it is looked for. */
export function sabotaged(rule: Sabotage) {
  const root = mkdtempSync(join(tmpdir(), 'marquee-sabotage-'))
  const server = join(root, 'server')
  for (const part of ['src', 'migrations', 'package.json']) {
    cpSync(join(SERVER, part), join(server, part), { recursive: true })
  }
  symlinkSync(join(SERVER, '../node_modules'), join(root, 'node_modules'))

  for (const [file, words] of RULES[rule]) {
    const path = join(server, file)
    const text = readFileSync(path, 'utf8')
    const without = text.replace(words, '')
    if (without === text) throw new Error(`${file} has no longer what makes the rule: ${words}`)
    writeFileSync(path, without)
  }
  return {
    main: join(server, 'src/main.ts'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
