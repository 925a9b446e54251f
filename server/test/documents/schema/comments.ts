import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const SCHEMA = fileURLToPath(new URL('../../../src/database/schema.ts', import.meta.url))

/** The comments of database/schema.ts. */
export interface TableGroup {
  comment: string
  tables: TableComments[]
}

interface TableComments {
  name: string
  comment: string
  columns: Map<string, string>
}

/** Reads the groups of tables that the interface `Schema` extends, in their order. */
export function readComments(): TableGroup[] {
  const program = ts.createProgram([SCHEMA], {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(SCHEMA)
  const schema = source?.statements.find(
    (node) => ts.isInterfaceDeclaration(node) && node.name.text === 'Schema',
  ) as ts.InterfaceDeclaration
  const groups = schema.heritageClauses?.flatMap(({ types }) => [...types]) ?? []
  return groups.map((group) => readGroup(checker, group))
}

function readGroup(checker: ts.TypeChecker, group: ts.Node): TableGroup {
  const type = checker.getTypeAtLocation(group)
  return {
    comment: commentOf(checker, type.symbol),
    tables: type.getProperties().map((property) => readTable(checker, property)),
  }
}

function readTable(checker: ts.TypeChecker, property: ts.Symbol): TableComments {
  const declaration = property.valueDeclaration as ts.PropertySignature
  const type = checker.getTypeOfSymbol(property)
  return {
    name: property.name,
    comment: rowTypesOf(checker, declaration.type)
      .map((symbol) => commentOf(checker, symbol))
      .join(' '),
    columns: new Map(
      type.getProperties().map((column) => [column.name, commentOf(checker, column)]),
    ),
  }
}

/** The interfaces that a property of a table names: `BookingRow` of `BookingRow & {…}`. */
function rowTypesOf(checker: ts.TypeChecker, node: ts.TypeNode | undefined): ts.Symbol[] {
  if (!node) return []
  if (ts.isIntersectionTypeNode(node))
    return node.types.flatMap((type) => rowTypesOf(checker, type))
  return ts.isTypeReferenceNode(node) ? [checker.getTypeAtLocation(node).symbol] : []
}

const commentOf = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ')
