import { expect, test } from 'vitest'
import {
  DEFAULT_REFUND_POLICY,
  describeRefundPolicy,
  describeRefundTerms,
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
      ...{ percent, until: startsAt - untilBefore },
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
    'Cancel until 4 hours before the show for a full refund, until booking closes for half of the price. After that there is no refund.',
  ],
  [
    'full until 1h, 75% until 45m, 10% until 0m',
    'Cancel until 1 hour before the show for a full refund, until 45 minutes before the show for 75% of the price, until the start of the show for 10% of the price. After that there is no refund.',
  ],
  ['none', 'There is no refund for cancelled tickets.'],
])('describeRefundPolicy puts “%s” into plain words [S-411]', (text, words) => {
  expect(describeRefundPolicy(parse(text), 30)).toBe(words)
})

test.each([
  [360, 'Cancel until booking closes for a full refund.'],
  [240, 'Cancel until booking closes for a full refund.'],
  [
    90,
    'Cancel until 4 hours before the show for a full refund, until booking closes for 75% of the price.',
  ],
  [
    undefined,
    'Cancel until 4 hours before the show for a full refund, until 1 hour before the show for 75% of the price, until booking closes for half of the price.',
  ],
])(
  'describeRefundPolicy names no step that lasts longer than booking, when booking closes %s minutes before the start [S-411]',
  (cutoffMinutes, words) => {
    const policy = parse('full until 4h, 75% until 1h, half until cutoff')
    expect(describeRefundPolicy(policy, cutoffMinutes)).toBe(
      `${words} After that there is no refund.`,
    )
  },
)

test('describeRefundPolicy names all steps of a policy without a step until the cutoff, also if booking closes early [S-411]', () => {
  expect(describeRefundPolicy(parse('full until 4h, half until 1h'), 360)).toBe(
    'Cancel until 4 hours before the show for a full refund, until 1 hour before the show for half of the price. After that there is no refund.',
  )
})

test.each([
  [startsAt, 'You can cancel for a full refund until Mon, 5 Jan 1970, 9:30 AM.'],
  [startsAt - HOUR, 'There is no refund.'],
  [null, 'There is no refund.'],
])(
  'describeRefundTerms an hour before the start, with a full refund until %s, are “%s” [S-411][S-571]',
  (fullRefundUntil, text) => {
    const booking = { fullRefundUntil, policyText: 'There is no refund.' }
    const now = startsAt - HOUR
    expect(describeRefundTerms(booking, { now, timeZone: 'Asia/Kolkata' })).toBe(text)
  },
)

test('describeRefundTerms of a booking that was paid in cash name the box office [S-550][S-571]', () => {
  const booking = { fullRefundUntil: startsAt, policyText: 'There is no refund.', isCash: true }
  expect(describeRefundTerms(booking, { now: startsAt - HOUR, timeZone: 'Asia/Kolkata' })).toBe(
    'You can cancel for a full refund in cash at the box office until Mon, 5 Jan 1970, 9:30 AM.',
  )
})

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
