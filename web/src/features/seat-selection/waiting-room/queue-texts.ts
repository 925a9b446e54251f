const COUNT_FORMAT = new Intl.NumberFormat('en-IN')

export const formatCount = (count: number) => COUNT_FORMAT.format(count)

/** What follows the number of those who are before the visitor, of at least one. */
export const aheadText = (ahead: number) =>
  ahead === 1 ? 'person is before you' : 'people are before you'

/** `1,204 people are before you` */
export const describeAhead = (ahead: number) =>
  ahead === 0 ? 'You are next' : `${formatCount(ahead)} ${aheadText(ahead)}`

/** Longer times are told in steps of so many minutes. */
const ROUND_TO_MINUTES = 10

/** `About 1 hour 20 minutes`, rounded up. */
export function describeWait(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return 'Less than a minute'
  if (minutes < 60) return `About ${withUnit(minutes, 'minute')}`
  const rounded = Math.ceil(minutes / ROUND_TO_MINUTES) * ROUND_TO_MINUTES
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60]
  return `About ${withUnit(hours, 'hour')}${rest > 0 ? ` ${rest} minutes` : ''}`
}

const withUnit = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
