import type { DeviceCash } from '@marquee/contract/office/reports/day-close'
import { expect, test } from 'vitest'
import { dayCloseCsv, shiftsCsv } from './cash-csv.ts'

const counted: DeviceCash = {
  device: { _id: 'd1', name: 'Box office' },
  float: 500,
  sales: 300,
  payouts: 100,
  expected: 700,
  signedOff: null,
  counted: 690,
  difference: -10,
}
const open: DeviceCash = {
  ...counted,
  device: { _id: 'd2', name: 'Bar' },
  counted: null,
  difference: null,
}
const linesOf = (devices: DeviceCash[]) =>
  dayCloseCsv({ date: '2026-12-01', startsAt: '', endsAt: '', closed: null, devices })
    .trimEnd()
    .split('\r\n')
    .slice(1)

test('dayCloseCsv has the sums of the devices last [S-1011]', () => {
  expect(linesOf([counted, { ...counted, device: open.device }])).toEqual([
    '2026-12-01,Box office,500,300,100,700,690,-10',
    '2026-12-01,Bar,500,300,100,700,690,-10',
    '2026-12-01,Total,1000,600,200,1400,1380,-20',
  ])
})

test('dayCloseCsv sums no counted cash while a device has not counted [S-1011]', () => {
  expect(linesOf([counted, open]).at(-1)).toBe('2026-12-01,Total,1000,600,200,1400,,')
})

test('shiftsCsv gives times of the time zone of the cinema, and amounts as numbers [S-1010]', () => {
  const shift = {
    _id: 's1',
    device: { _id: 'd1', name: 'Box office' },
    openedBy: null,
    openedAt: '2026-12-01T13:00:00.000Z',
    openingFloat: 500,
    sales: 300,
    payouts: 100,
    expected: 700,
    signOff: {
      at: '2026-12-01T18:45:00.000Z',
      by: { _id: 'p1', name: 'Asha' },
      counted: 690,
      difference: -10,
      note: null,
    },
  }
  expect(shiftsCsv([shift], 'Asia/Kolkata').trimEnd().split('\r\n')[1]).toBe(
    'Box office,2026-12-01 18:30,,500,300,100,700,2026-12-02 00:15,Asha,690,-10,',
  )
})
