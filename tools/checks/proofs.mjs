import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The documents whose tables name, row by row, the tests that prove what is said. */
export const DOCUMENTS = ['SECURITY.md', 'docs/specification.md']

/** A suite of which not a single test may be left out of its document. */
const SUITE = { folder: 'server/src/security', document: 'SECURITY.md' }

const HEADING = /^#/
const RULE = /^\|[\s|:-]+\|$/
const LAST_CELL = /\|(?<cell>[^|]*)\|$/
const LINK_OR_TITLE = /\]\((?<path>[^)]+)\)|`(?<title>[^`]+)`/g
const TITLE =
  /\btest(?:\.each)?\(\s*'((?:[^'\\]|\\.)*)'|\]\)\(\s*'((?:[^'\\]|\\.)*)'|\w\)\(\s*'((?:[^'\\]|\\.)*)'/g

/**
 * What the tables of a document name: titles of tests, as code, and before them a link to their file. A link in a heading
 * goes for every row below it, one in a row for the titles that follow it there.
 */
export function proofsOf(root, document) {
  const proofs = []
  const faults = []
  let section
  let isTable = false
  for (const [index, line] of readFileSync(join(root, document), 'utf8').split('\n').entries()) {
    if (HEADING.test(line)) section = linkIn(line, document)
    const isRow = isTable && line.startsWith('|')
    isTable = isRow || RULE.test(line)
    if (!isRow) continue
    const named = namedIn(line, document, section)
    if (named.length === 0) faults.push(`${document}:${index + 1} names no test`)
    proofs.push(...named)
  }
  return { proofs, faults }
}

const pathFrom = (document, link) => posix.join(posix.dirname(document), link)
const linkIn = (line, document) => {
  const link = [...line.matchAll(LINK_OR_TITLE)].find(({ groups }) => groups.path)?.groups.path
  return link && pathFrom(document, link)
}

function namedIn(row, document, section) {
  let path = section
  const named = []
  for (const { groups } of LAST_CELL.exec(row).groups.cell.matchAll(LINK_OR_TITLE)) {
    if (groups.path) path = pathFrom(document, groups.path)
    else named.push({ document, path, title: groups.title })
  }
  return named
}

const isIn = (source, title) =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some((literal) => source.includes(literal))

/** What is wrong with the documents: rows without a test, tests that do not exist, and tests of the suite that are forgotten. */
export function faultsOfDocuments(root) {
  const documents = DOCUMENTS.map((document) => proofsOf(root, document))
  const proofs = documents.flatMap((document) => document.proofs)
  const read = (path) =>
    path && existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
  const missing = proofs
    .filter(({ path, title }) => !isIn(read(path), title))
    .map(({ document, path, title }) => `${document}: ${path ?? 'no file'} has no test "${title}"`)

  const told = proofs.filter(({ document }) => document === SUITE.document)
  const suite = readdirSync(join(root, SUITE.folder)).filter((name) => name.endsWith('.test.ts'))
  const forgotten = suite.flatMap((name) => {
    const path = `${SUITE.folder}/${name}`
    const titles = [...read(path).matchAll(TITLE)].map((match) => match.slice(1).find(Boolean))
    return titles
      .filter((title) => !told.some((proof) => proof.path === path && proof.title === title))
      .map((title) => `${SUITE.document} does not name "${title}" of ${path}`)
  })
  return {
    proofs,
    faults: [...documents.flatMap(({ faults }) => faults), ...missing, ...forgotten],
  }
}
