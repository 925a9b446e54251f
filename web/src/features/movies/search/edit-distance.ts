/** True if one text becomes the other by at most one typo: a missing, an extra or a wrong character, or two swapped ones. */
export function isWithinOneTypo(a: string, b: string) {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (longer.length - shorter.length > 1) return false
  let start = 0
  while (start < shorter.length && shorter[start] === longer[start]) start += 1
  const rest = (text: string, from: number) => text.slice(from)
  if (shorter.length < longer.length) return rest(shorter, start) === rest(longer, start + 1)
  if (rest(shorter, start + 1) === rest(longer, start + 1)) return true
  const isSwapped = shorter[start] === longer[start + 1] && shorter[start + 1] === longer[start]
  return isSwapped && rest(shorter, start + 2) === rest(longer, start + 2)
}
