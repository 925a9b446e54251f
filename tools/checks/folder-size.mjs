import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { ROOT } from '../boot/project.mjs'

const FILES = '{contract,office,server,ui-kit,web}/src/**/*'
const TEST = /\.test\.(ts|tsx)$/

/** Has one folder for each part of the server. */
const EXCLUDED = 'server/src'
const MAX_ENTRIES = 18

/** The folders with more entries than a reader can survey, as `path: number`. A test counts with its file. */
export function findLargeFolders(paths) {
  const entries = Map.groupBy(
    paths.filter((path) => !TEST.test(path)),
    dirname,
  )
  return [...entries]
    .filter(([folder, { length }]) => folder !== EXCLUDED && length > MAX_ENTRIES)
    .map(([folder, { length }]) => `${folder}: ${length}`)
}

if (import.meta.main) {
  const problems = findLargeFolders(globSync(FILES, { cwd: ROOT }))
  for (const problem of problems)
    console.error(`${problem} entries are too many: put those of one noun in a folder`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
