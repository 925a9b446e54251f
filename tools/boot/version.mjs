const numbers = (version) => version.replace(/^v/, '').split('.').map(Number.parseFloat)

/** Negative, zero or positive, as a sort wants it; parts left out count as zero. */
function compare(left, right) {
  const [a, b] = [numbers(left), numbers(right)]
  const differing = [0, 1, 2].find((part) => (a[part] ?? 0) !== (b[part] ?? 0))
  return differing === undefined ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0)
}

function fitsOne(version, alternative) {
  const [, operator, bound] = /^(\^|>=)\s*(\S+)$/.exec(alternative) ?? []
  if (!operator) throw new Error(`A version range is written with ^ or >=, not "${alternative}"`)
  const sameMajor = numbers(version)[0] === numbers(bound)[0]
  return compare(version, bound) >= 0 && (operator === '>=' || sameMajor)
}

/** Whether a version lies in a range such as `^24.15.0 || >=26`, the two forms `engines` uses here. */
export const fits = (version, range) =>
  range.split('||').some((alternative) => fitsOne(version, alternative.trim()))
