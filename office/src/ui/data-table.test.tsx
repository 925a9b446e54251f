import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

interface Row {
  seat: string
  price: number
}

const COLUMNS: Column<Row>[] = [
  { accessorKey: 'seat', header: 'Seat' },
  { accessorKey: 'price', header: 'Price' },
]

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n): Row => ({ seat: `A${n + 1}`, price: n }))

const renderTable = (rows: Row[]) =>
  render(<DataTable name="Seats" columns={COLUMNS} rows={rows} rowId={({ seat }) => seat} />)

const shownRows = () => [...document.querySelectorAll('tbody tr')]
const moreButton = () => screen.queryByRole('button', { name: /^Show / })

test('a long table shows its first rows, and more of them by a button', () => {
  renderTable(rowsOf(450))
  expect(shownRows()).toHaveLength(200)
  fireEvent.click(screen.getByRole('button', { name: 'Show 200 more of 450' }))
  expect(shownRows()).toHaveLength(400)
  fireEvent.click(screen.getByRole('button', { name: 'Show 50 more of 450' }))
  expect(shownRows()).toHaveLength(450)
  expect(moreButton()).toBeNull()
})

test('a long table sorts all of its rows', () => {
  renderTable(rowsOf(300))
  fireEvent.click(screen.getByRole('button', { name: 'Price' }))
  expect(shownRows()[0]?.textContent).toBe('A300299')
})

test('a short table has no such button', () => {
  renderTable(rowsOf(200))
  expect(moreButton()).toBeNull()
})
