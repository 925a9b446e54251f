import type { TableGroup } from './comments.ts'
import type { SchemaTables, TableColumn } from './tables.ts'

const INTRODUCTION = `# Schema

This page is generated from a new database and from the comments of
[server/src/database/schema.ts](../server/src/database/schema.ts) ([CONTRIBUTING.md](../CONTRIBUTING.md#generated-pages)).

Both databases have the same tables. Instants are epoch milliseconds, ids are text, money is whole rupees, flags are 0 or 1. The columns
of the primary key are **bold**. An arrow names the table to which a column refers; few of these references are foreign keys
([decision 11](decisions/011-few-foreign-keys.md)). The library Kysely adds \`kysely_migration\`, the applied migrations, and
\`kysely_migration_lock\`. The indexes stand with their tables in
[server/migrations](../server/migrations).
`

/** Throws an error if tables and comments differ, or if a table has no comment. */
export function writeDocument(groups: TableGroup[], tables: SchemaTables) {
  assertSame(
    'tables',
    [...tables.keys()],
    groups.flatMap((group) => group.tables.map(nameOf)),
  )
  const text = groups.flatMap(({ comment, tables: described }) => [
    ...groupHeading(comment),
    ...described.flatMap((table) => {
      const columns = tables.get(table.name) ?? []
      assertSame(`columns of ${table.name}`, columns.map(nameOf), [...table.columns.keys()])
      if (!table.comment) throw new Error(`The row type of ${table.name} has no comment.`)
      return [
        `### \`${table.name}\``,
        table.comment,
        [
          '| Column | Type | Meaning |',
          '|---|---|---|',
          ...columns.map((column) => rowOf(column, table.columns.get(column.name) ?? '')),
        ].join('\n'),
      ]
    }),
  ])
  return `${[INTRODUCTION.trimEnd(), ...text].join('\n\n')}\n`
}

const nameOf = ({ name }: { name: string }) => name

/** The comment of a group begins with its name: `Bookings: what was sold.` */
function groupHeading(comment: string) {
  const [name = '', text = ''] = comment.split(/: (.+)/)
  return [`## ${name}`, `${text.charAt(0).toUpperCase()}${text.slice(1)}`]
}

function rowOf({ name, type, isNullable, isKey, target }: TableColumn, comment: string) {
  const title = isKey ? `**${name}**` : name
  const meaning = [...(target ? [`→ \`${target}\`.`] : []), comment].join(' ').trim()
  const cells = [title, isNullable ? `${type} or null` : type, meaning.replaceAll('|', '\\|')]
  return `| ${cells.join(' | ')} |`.replaceAll('  |', ' |')
}

function assertSame(what: string, found: string[], described: string[]) {
  const missing = found.filter((name) => !described.includes(name))
  const unknown = described.filter((name) => !found.includes(name))
  if (missing.length + unknown.length === 0) return
  throw new Error(
    `database/schema.ts and the ${what} differ. Not described: ${missing.join(', ')}. Not in the database: ${unknown.join(', ')}.`,
  )
}
