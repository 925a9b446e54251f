import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../boot/project.mjs'

const FILES = '{web,office,ui-kit}/src/**/*.tsx'

const isElement = (node) => ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)

/** Icons are components with `aria-hidden`. */
function isIcon(node) {
  if (!ts.isJsxSelfClosingElement(node)) return false
  const isComponent = /^[A-Z]/.test(node.tagName.getText())
  return (
    isComponent && node.attributes.properties.some(({ name }) => name?.getText() === 'aria-hidden')
  )
}

/** What an expression such as `isOpen && <Icon />` or `isOpen ? <Icon /> : text` can be. */
function outcomesOf(node) {
  if (ts.isParenthesizedExpression(node)) return outcomesOf(node.expression)
  if (ts.isConditionalExpression(node))
    return [...outcomesOf(node.whenTrue), ...outcomesOf(node.whenFalse)]
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return outcomesOf(node.right)
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken)
      return [...outcomesOf(node.left), ...outcomesOf(node.right)]
  }
  return [node]
}

/** Lists of elements are no text. */
const isList = (node) => ts.isCallExpression(node) && /\.map$/.test(node.expression.getText())

function partsOf(children) {
  return children.flatMap((child) => {
    if (ts.isJsxText(child)) return child.containsOnlyTriviaWhiteSpaces ? [] : [{ text: child }]
    if (!ts.isJsxExpression(child)) return [{ element: child }]
    if (!child.expression) return []
    return outcomesOf(child.expression)
      .filter((node) => !isList(node))
      .map((node) =>
        isElement(node) || ts.isJsxFragment(node) ? { element: node } : { text: node },
      )
  })
}

/**
 * The lines where an icon has text beside it that is in no element of its own. Translators replace such text with elements. React then
 * cannot insert another icon before it, throws, and the page is gone.
 */
export function findIconsBesideText(name, source) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const lines = []
  const visit = (node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const parts = partsOf(node.children)
      const icon = parts.find(({ element }) => element && isIcon(element))
      if (icon && parts.some(({ text }) => text))
        lines.push(file.getLineAndCharacterOfPosition(icon.element.getStart()).line + 1)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return lines
}

if (import.meta.main) {
  const problems = globSync(FILES, { cwd: ROOT }).flatMap((name) =>
    findIconsBesideText(name, readFileSync(join(ROOT, name), 'utf8')).map(
      (line) => `${name}:${line}: put the text beside the icon in an element of its own`,
    ),
  )
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
