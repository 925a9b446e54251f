import { Button } from '@marquee/ui-kit/ui/button.tsx'
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic, text: sortFn_text },
})

export type Column<Row extends RowData> = ColumnDef<typeof features, Row>

interface Props<Row extends RowData> {
  /** The name of the table for screen readers. */
  name: string
  columns: Column<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
}

const SORT_ORDERS = { asc: 'ascending', desc: 'descending' } as const

/** A page stays quick with so many rows. Two years have ten thousand shows. */
const ROWS_AT_ONCE = 200

/** A table that sorts by a click on the title of a column. Where it has little width, each row is a card. Of a long one, the first rows are shown. */
export function DataTable<Row extends RowData>({ name, columns, rows, rowId }: Props<Row>) {
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
  })
  const shownRows = table.getRowModel().rows.slice(0, shown)
  const hidden = rows.length - shownRows.length

  return (
    <div className="@container">
      <div className="data-table panel">
        <table aria-label={name}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => {
                  const order = header.column.getIsSorted()
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      data-column={header.column.id}
                      aria-sort={order ? SORT_ORDERS[order] : undefined}
                    >
                      {header.column.getCanSort() ? (
                        <button type="button" onClick={header.column.getToggleSortingHandler()}>
                          <table.FlexRender header={header} />
                          {order === 'asc' && <ArrowUp aria-hidden="true" className="size-4" />}
                          {order === 'desc' && <ArrowDown aria-hidden="true" className="size-4" />}
                        </button>
                      ) : (
                        <table.FlexRender header={header} />
                      )}
                    </th>
                  )
                })}
              </tr>
            ))}
          </thead>
          <tbody>
            {shownRows.map((row) => (
              <tr key={row.id}>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-label={String(cell.column.columnDef.header ?? '')}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <Button
          variant="secondary"
          className="mt-3"
          onClick={() => setShown((count) => count + ROWS_AT_ONCE)}
        >
          {`Show ${Math.min(hidden, ROWS_AT_ONCE)} more of ${rows.length.toLocaleString('en-IN')}`}
        </Button>
      )}
    </div>
  )
}
