import { expect, test } from 'vitest'
import { parseRowsCsv } from './rows-csv.ts'

test.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
])('parseRowsCsv reads a seat in each line, in any order, separated by %s [S-924]', (_, comma) => {
  const lines = [
    ['row', 'number', 'category', 'access'],
    ['B', '7', '"Sofa Deluxe"', ''],
    ['A', '2', 'standard', 'companion'],
    ['A', '1', 'standard', 'Wheelchair'],
    ['B', '6', 'Sofa Deluxe', ''],
  ]
  const text = `\uFEFF${lines.map((cells) => cells.join(comma)).join('\r\n')}\r\n`

  expect(parseRowsCsv(text)).toEqual({
    rows: [
      { row: 'B', seats: 2, category: 'Sofa Deluxe', first: 6 },
      { row: 'A', seats: 2, category: 'Standard', accessible: [1], companion: [2] },
    ],
  })
})

test('parseRowsCsv takes the columns by their titles, and in the usual order without titles [S-924]', () => {
  expect(parseRowsCsv('number,row,category\n1,A,Gold')).toEqual(parseRowsCsv('A,1,Gold'))
})

test.each([
  ['', 'The file has no seat: add lines such as A,1,Standard,.'],
  ['1,1,Gold', 'Line 1, row: write one or two letters instead of "1".'],
  [',1,Gold', 'Line 1, row: write one or two letters instead of "".'],
  ['A\t\tGold', 'Line 1, number: write a whole number instead of "".'],
  ['A,x,Gold', 'Line 1, number: write a whole number instead of "x".'],
  ['A,1,', 'Line 1, category: write one, such as Standard.'],
  [
    'A,1,Gold,stairs',
    'Line 1, access: write wheelchair, companion or nothing instead of "stairs".',
  ],
  ['A,1,Gold\nA,2,VIP', 'Line 2: row A is Gold in line 1, give all its seats one category.'],
  ['A,1,Gold\n\nA,1,Gold', 'Line 3: seat A1 is in line 1 already, delete one of them.'],
  [
    'A,1,Gold\nA,3,Gold',
    'Line 2: row A has no seat 2, add it or number the seats without a break.',
  ],
])('parseRowsCsv says of %j: %s [S-924]', (text, message) => {
  expect(parseRowsCsv(text)).toEqual({ mistakes: [message] })
})
