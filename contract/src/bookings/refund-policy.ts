import {
  formatIsoDate,
  formatMoment,
  formatNearMoment,
  formatTime,
  type LocalClock,
  MINUTE_MS,
} from '../time.ts'
import { DEFAULT_CUTOFF_MINUTES } from './booking-window.ts'

const FULL = 100

/** Until when a share of the price is refunded. */
interface RefundStep {
  percent: number
  /** Minutes before the start, or the moment at which booking closes. */
  until: number | 'cutoff'
}
export type RefundPolicy = readonly RefundStep[]

export const DEFAULT_REFUND_POLICY = 'full until 4h, half until cutoff'
export const REFUND_POLICY_FORMAT = `must be none, or steps such as "${DEFAULT_REFUND_POLICY}": full, half or a share such as 75%, each until a time before the start (4h, 90m) or the cutoff, each later and smaller than the one before`

const STEP = /^(full|half|(\d{1,2})%) until (?:(\d{1,3})h|(\d{1,4})m|cutoff)$/

/** Returns the steps of a policy in the format of `REFUND_POLICY_FORMAT`, undefined if the text is wrong. */
export function parseRefundPolicy(text: string): RefundPolicy | undefined {
  if (text.trim() === 'none') return []
  const steps = text.split(',').map((step) => parseStep(step.trim()))
  const isWrong = steps.some((step, index) => {
    const previous = steps[index - 1]
    if (!step || step.percent === 0) return true
    return index > 0 && !(previous && isAfter(step, previous))
  })
  return isWrong ? undefined : (steps as RefundStep[])
}

function parseStep(text: string): RefundStep | undefined {
  const [isStep, share, percent, hours, minutes] = STEP.exec(text) ?? []
  if (isStep === undefined) return undefined
  const shares: Record<string, number> = { full: FULL, half: 50 }
  const before = hours === undefined ? minutes : Number(hours) * 60
  return {
    percent: shares[share ?? ''] ?? Number(percent),
    until: before === undefined ? 'cutoff' : Number(before),
  }
}

/** Nothing comes after the cutoff. */
const isAfter = (step: RefundStep, previous: RefundStep) =>
  step.percent < previous.percent &&
  previous.until !== 'cutoff' &&
  (step.until === 'cutoff' || step.until < previous.until)

interface ShowTimes {
  /** Epoch milliseconds. */
  startsAt: number
  /** Epoch milliseconds: when booking ends. */
  closesAt: number
}

/** The policy of a booking that refunds at most this share, in percent. Null: of any booking. */
export function limitRefundPolicy(policy: RefundPolicy, maxPercent: number | null): RefundPolicy {
  if (maxPercent === null) return policy
  const steps = policy.map((step) => ({ ...step, percent: Math.min(step.percent, maxPercent) }))
  return steps.filter(({ percent }, index) => percent > 0 && percent !== steps[index + 1]?.percent)
}

/** In a policy with a step until the cutoff, no step lasts longer, also if booking closes early. */
function limitToCutoff(policy: RefundPolicy, cutoffMinutes: number): RefundPolicy {
  if (!policy.some(({ until }) => until === 'cutoff')) return policy
  const isLast = ({ until }: RefundStep) => until === 'cutoff' || until <= cutoffMinutes
  const last = policy.findIndex(isLast)
  return policy
    .slice(0, last + 1)
    .map((step) => (isLast(step) ? { ...step, until: 'cutoff' } : step))
}

/** The steps of a policy at a show that have not ended at `now`, each until a moment in epoch milliseconds. */
function listSteps(policy: RefundPolicy, { startsAt, closesAt }: ShowTimes, now: number) {
  const steps = limitToCutoff(policy, (startsAt - closesAt) / MINUTE_MS)
  return steps
    .map(({ percent, until }) => ({
      percent,
      until: until === 'cutoff' ? closesAt : startsAt - until * MINUTE_MS,
    }))
    .filter(({ until }) => now < until)
}

/** The share of the price that is refunded at `now`, and until when. Nothing is refunded after the last step; then `until` is the start of the show. */
export function refundTerms(
  policy: RefundPolicy,
  show: ShowTimes,
  now: number,
): { percent: number; until: number } {
  const [step] = listSteps(policy, show, now)
  return step ?? { percent: 0, until: show.startsAt }
}

/** Until when a full refund that the cinema has granted can be used: not after the start of the show, which may have moved since. Epoch milliseconds. */
export const fullRefundEnd = (grantedUntil: number, startsAt: number) =>
  Math.min(grantedUntil, startsAt)

/** The refund of one place in whole rupees, rounded up. */
export const refundOf = (price: number, percent: number) => Math.ceil((price * percent) / FULL)

/** The policy in plain words, where no show is known: `Cancel until 4 hours before the show for a full refund. …`. */
export function describeRefundPolicy(policy: RefundPolicy) {
  if (policy.length === 0) return NO_REFUND
  const steps = limitToCutoff(policy, DEFAULT_CUTOFF_MINUTES).map(({ percent, until }, index) => {
    const refund = PRICE_SHARES[percent] ?? `${percent}% of the price`
    return index === 0
      ? `Cancel until ${periodText(until)} for ${refund}`
      : `Until ${periodText(until)}, ${refund} is refunded`
  })
  return `${steps.join('. ')}. After that there is no refund.`
}

interface RefundableBooking extends ShowTimes {
  policy: RefundPolicy
  /** Until when the cinema gives back the full price of this booking, epoch milliseconds. Null: the policy applies. */
  fullRefundUntil: number | null
  /** The booking was paid in cash. */
  isCash?: boolean
}

interface Reader extends LocalClock {
  /** The text is read on another day, as a mail or on paper: it names dates, not `today`. */
  isLater?: boolean
}

/**
 * What a cancellation of a booking gives back from now on, in one sentence: `Half back until 7:45 PM today, then no refund.` The full refund that the cinema
 * has granted goes before the policy.
 */
export function describeRefund(booking: RefundableBooking, reader: Reader) {
  const { policy, fullRefundUntil, isCash = false } = booking
  const { now } = reader
  if (fullRefundUntil !== null && now < fullRefundUntil)
    return `You can cancel for a full refund${isCash ? ' in cash at the box office' : ''} until ${momentText(fullRefundUntil, reader)}.`
  if (policy.length === 0) return NO_REFUND
  const steps = listSteps(policy, booking, now)
  const dayOf = (instant: number) => formatIsoDate(instant, reader.timeZone)
  if (steps.length === 0) return 'It is too late for a refund.'
  const texts = steps.map(({ percent, until }, index) => {
    const share = SHARES[percent] ?? `${percent}% back`
    const before = steps[index - 1]?.until
    const isDayKnown = before !== undefined && dayOf(before) === dayOf(until)
    const moment = isDayKnown ? formatTime(until, reader.timeZone) : momentText(until, reader)
    return `${index === 0 ? share : share.toLowerCase()} until ${moment}`
  })
  return `${texts.join(', ')}, then no refund.`
}

const NO_REFUND = 'There is no refund for cancelled tickets.'
const PRICE_SHARES: Record<number, string> = { 100: 'a full refund', 50: 'half of the price' }
const SHARES: Record<number, string> = { 100: 'Full refund', 50: 'Half back' }

const momentText = (instant: number, { isLater = false, ...clock }: Reader) =>
  isLater ? formatMoment(instant, clock.timeZone) : formatNearMoment(instant, clock)

function periodText(until: RefundStep['until']) {
  if (until === 'cutoff') return 'booking closes'
  if (until === 0) return 'the start of the show'
  const [amount, unit] = until % 60 === 0 ? [until / 60, 'hour'] : [until, 'minute']
  return `${amount} ${unit}${amount === 1 ? '' : 's'} before the show`
}
