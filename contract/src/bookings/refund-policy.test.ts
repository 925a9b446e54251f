import { expect, test } from 'vitest'
import {
  DEFAULT_REFUND_POLICY,
  describeRefund,
  describeRefundPolicy,
  fullRefundEnd,
  limitRefundPolicy,
  parseRefundPolicy,
  type RefundPolicy,
  refundOf,
  refundTerms,
} from './refund-policy.ts'

const HOUR = 3_600_000
const startsAt = 100 * HOUR
const times = { startsAt, closesAt: startsAt - HOUR / 2 }
const parse = (text: string) => parseRefundPolicy(text) as RefundPolicy

test.each([
  [4 * HOUR + 1, 100, 4 * HOUR],
  [4 * HOUR, 50, HOUR / 2],
  [HOUR / 2 + 1, 50, HOUR / 2],
  [HOUR / 2, 0, 0],
  [-1, 0, 0],
])(
  'refundTerms of the default policy %d ms before the start are %d %% until %d ms before it [S-410]',
  (before, percent, untilBefore) => {
    expect(refundTerms(parse(DEFAULT_REFUND_POLICY), times, startsAt - before)).toEqual({
      percent,
      until: startsAt - untilBefore,
    })
  },
)

test.each([
  ['full until 4h, half until cutoff', 7, 100, 6],
  ['full until 4h, half until cutoff', 5, 0, 0],
  ['full until 4h, half until 1h', 5, 100, 4],
])(
  'refundTerms of “%s” %d hours before the start are %d percent until %d hours before it, when booking closes 6 hours before it [S-410]',
  (policy, before, percent, untilBefore) => {
    const closesAt = startsAt - 6 * HOUR
    expect(refundTerms(parse(policy), { startsAt, closesAt }, startsAt - before * HOUR)).toEqual({
      percent,
      until: startsAt - untilBefore * HOUR,
    })
  },
)

test.each([
  [150, 100, 150],
  [75, 50, 38],
  [180, 0, 0],
  [250, 75, 188],
])('refundOf %d rupees at %d %% is %d', (price, percent, refund) => {
  expect(refundOf(price, percent)).toBe(refund)
})

test.each([
  [
    DEFAULT_REFUND_POLICY,
    'Cancel until 4 hours before the show for a full refund. Until booking closes, half of the price is refunded. After that there is no refund.',
  ],
  [
    'full until 1h, 75% until 45m, 10% until 0m',
    'Cancel until 1 hour before the show for a full refund. Until 45 minutes before the show, 75% of the price is refunded. Until the start of the show, 10% of the price is refunded. After that there is no refund.',
  ],
  ['none', 'There is no refund for cancelled tickets.'],
])('describeRefundPolicy puts “%s” into plain words [S-411]', (text, words) => {
  expect(describeRefundPolicy(parse(text))).toBe(words)
})

const TIME_ZONE = 'Asia/Kolkata'
/** A show at 8:15 PM that closes half an hour before. */
const EVENING = Date.parse('2026-12-01T20:15:00+05:30')
const STEPS = 'full until 4h, 75% until 1h, half until cutoff'

interface Words {
  policy?: string
  /** Minutes before the start. */
  cutoff?: number
  now: string
}

const describeEvening = (
  { policy = DEFAULT_REFUND_POLICY, cutoff = 30, now }: Words,
  isLater = false,
) =>
  describeRefund(
    {
      policy: parse(policy),
      startsAt: EVENING,
      closesAt: EVENING - cutoff * 60_000,
      fullRefundUntil: null,
    },
    { now: Date.parse(now), timeZone: TIME_ZONE, isLater },
  )

test.each<[Words, string]>([
  [{ now: '2026-12-01T18:00:00+05:30' }, 'Half back until 7:45 PM today, then no refund.'],
  [
    { now: '2026-12-01T09:00:00+05:30' },
    'Full refund until 4:15 PM today, half back until 7:45 PM, then no refund.',
  ],
  [
    { now: '2026-11-30T23:00:00+05:30' },
    'Full refund until 4:15 PM tomorrow, half back until 7:45 PM, then no refund.',
  ],
  [
    { now: '2026-11-20T09:00:00+05:30' },
    'Full refund until 4:15 PM on Tue, 1 Dec 2026, half back until 7:45 PM, then no refund.',
  ],
  [
    { policy: 'full until 24h, 10% until 0m', now: '2026-11-30T20:00:00+05:30' },
    'Full refund until 8:15 PM today, 10% back until 8:15 PM tomorrow, then no refund.',
  ],
  [{ now: '2026-12-01T19:45:00+05:30' }, 'It is too late for a refund.'],
  [
    { policy: 'none', now: '2026-12-01T09:00:00+05:30' },
    'There is no refund for cancelled tickets.',
  ],
  [
    { policy: STEPS, cutoff: 360, now: '2026-12-01T09:00:00+05:30' },
    'Full refund until 2:15 PM today, then no refund.',
  ],
  [
    { policy: STEPS, cutoff: 90, now: '2026-12-01T09:00:00+05:30' },
    'Full refund until 4:15 PM today, 75% back until 6:45 PM, then no refund.',
  ],
  [
    { policy: 'full until 4h, half until 1h', cutoff: 360, now: '2026-12-01T09:00:00+05:30' },
    'Full refund until 4:15 PM today, half back until 7:15 PM, then no refund.',
  ],
])('describeRefund of a show at 8:15 PM with %o is “%s” [S-411][S-665]', (words, text) => {
  expect(describeEvening(words)).toBe(text)
})

test('describeRefund names dates in a text that is read later [S-665]', () => {
  const now = '2026-12-01T18:00:00+05:30'
  expect(describeEvening({ now }, true)).toBe(
    'Half back until 7:45 PM on Tue, 1 Dec 2026, then no refund.',
  )
})

test.each([
  [EVENING, {}, 'You can cancel for a full refund until 8:15 PM today.'],
  [
    EVENING,
    { isCash: true },
    'You can cancel for a full refund in cash at the box office until 8:15 PM today.',
  ],
  [EVENING - 2 * HOUR, {}, 'Half back until 7:45 PM today, then no refund.'],
])(
  'describeRefund two hours before the show, with a full refund until %d and %o, is “%s” [S-411][S-550][S-571]',
  (fullRefundUntil, payment, text) => {
    const booking = {
      policy: parse(DEFAULT_REFUND_POLICY),
      startsAt: EVENING,
      closesAt: EVENING - HOUR / 2,
      fullRefundUntil,
      ...payment,
    }
    expect(describeRefund(booking, { now: EVENING - 2 * HOUR, timeZone: TIME_ZONE })).toBe(text)
  },
)

test.each([
  ...['', 'full', 'full until', 'full until 4', 'full until 4 h', 'all until 4h', '0% until 4h'],
  ...['100% until 4h', 'half until cutoff, full until 4h', 'full until cutoff, half until 1h'],
  ...[
    'full until 4h, half until 4h',
    'full until 4h, full until 2h',
    'full until 4h,',
    'none, none',
  ],
])('parseRefundPolicy refuses “%s” [S-410]', (text) => {
  expect(parseRefundPolicy(text)).toBeUndefined()
})

test.each([
  [null, 'Full refund until 4:15 PM today, half back until 7:45 PM, then no refund.'],
  [75, '75% back until 4:15 PM today, half back until 7:45 PM, then no refund.'],
  [50, 'Half back until 7:45 PM today, then no refund.'],
  [0, 'There is no refund for cancelled tickets.'],
])('limitRefundPolicy to %j percent gives “%s” [S-747]', (maxPercent, text) => {
  const show = { startsAt: EVENING, closesAt: EVENING - 30 * 60_000, fullRefundUntil: null }
  const policy = limitRefundPolicy(parse(DEFAULT_REFUND_POLICY), maxPercent)
  const now = Date.parse('2026-12-01T09:00:00+05:30')

  expect(describeRefund({ ...show, policy }, { now, timeZone: TIME_ZONE })).toBe(text)
})

test('fullRefundEnd is the start of the show if the full refund was granted for longer', () => {
  expect(fullRefundEnd(EVENING - HOUR, EVENING)).toBe(EVENING - HOUR)
  expect(fullRefundEnd(EVENING + HOUR, EVENING)).toBe(EVENING)
})
