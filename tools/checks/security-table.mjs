import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SUITE = 'server/src/security'
const SECTION = /^### .*\]\((?<path>[^)]+)\)$/
const ROW = /^\|.*\|(?<tests>[^|]*`[^|]*)\|$/
const TITLE =
  /\btest(?:\.each)?\(\s*'((?:[^'\\]|\\.)*)'|\]\)\(\s*'((?:[^'\\]|\\.)*)'|\w\)\(\s*'((?:[^'\\]|\\.)*)'/g

/** What the table names, test by test, with the file in which each is to be found. */
function named(table) {
  let path
  const found = []
  for (const line of table.split('\n')) {
    path = SECTION.exec(line)?.groups.path ?? path
    const tests = ROW.exec(line)?.groups.tests.matchAll(/`([^`]+)`/g) ?? []
    for (const [, title] of tests) found.push({ path, title })
  }
  return found
}

const isIn = (source, title) =>
  [`'${title}'`, `"${title}"`].some((literal) => source.includes(literal))

/** What is wrong with the table of checks: tests that do not exist, and tests of the suite that it forgets. */
export function faultsOfTable(root) {
  const rows = named(readFileSync(join(root, 'SECURITY.md'), 'utf8'))
  const read = (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
  const missing = rows
    .filter(({ path, title }) => !isIn(read(path), title))
    .map(({ path, title }) => `${path} has no test "${title}"`)

  const suite = readdirSync(join(root, SUITE)).filter((name) => name.endsWith('.test.ts'))
  const forgotten = suite.flatMap((name) => {
    const path = `${SUITE}/${name}`
    const titles = [...read(path).matchAll(TITLE)].map((match) => match.slice(1).find(Boolean))
    return titles
      .filter((title) => !rows.some((row) => row.path === path && row.title === title))
      .map((title) => `SECURITY.md does not name "${title}" of ${path}`)
  })
  return { named: rows.length, faults: [...missing, ...forgotten] }
}
