import { expect, test } from 'vitest'
import { reportCsv, toCsv } from './csv.ts'

const BYTE_ORDER_MARK = '\uFEFF'

test('toCsv quotes cells with commas, quotes and line breaks, and ends each line as RFC 4180 says [S-1010]', () => {
  expect(toCsv([['Amaran, Screen 1', 'a "b"', 'x\ny', 360, null]])).toBe(
    `${BYTE_ORDER_MARK}"Amaran, Screen 1","a ""b""","x\ny",360,\r\n`,
  )
})

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])(
  'toCsv makes the text %j no formula [S-1010]',
  (text) => {
    expect(toCsv([[text]])).toContain(`'${text}`)
  },
)

test('toCsv leaves negative numbers as numbers [S-1010]', () => {
  expect(toCsv([[-150]])).toBe(`${BYTE_ORDER_MARK}-150\r\n`)
})

test('reportCsv has the columns of the rows, and the totals last [S-1010]', () => {
  const report = {
    rows: [{ key: 'm1', label: 'Amaran', net: 360, hidden: 1 }],
    totals: { net: 360 },
  }

  expect(reportCsv(report, ['key', 'label', 'net'])).toBe(
    `${BYTE_ORDER_MARK}key,label,net\r\nm1,Amaran,360\r\n,Total,360\r\n`,
  )
})
