import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../boot/project.mjs'

const FILES = '{artwork,bench,contract,e2e,office,server,tools,ui-kit,web}/**/*.{ts,tsx,mjs}'
const EXCLUDED = ['**/node_modules', '**/dist']

const isObjectLiteral = (node) =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? isObjectLiteral(node.expression)
    : ts.isObjectLiteralExpression(node)

/** The lines where an object literal is spread into an object or into props. */
export function findLiteralSpreads(name, source) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  const lines = []
  const visit = (node) => {
    const isSpread = ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)
    if (isSpread && isObjectLiteral(node.expression))
      lines.push(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return lines
}

if (import.meta.main) {
  const problems = globSync(FILES, { cwd: ROOT, exclude: EXCLUDED }).flatMap((name) =>
    findLiteralSpreads(name, readFileSync(join(ROOT, name), 'utf8')).map(
      (line) => `${name}:${line}: write the properties without a spread`,
    ),
  )
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
