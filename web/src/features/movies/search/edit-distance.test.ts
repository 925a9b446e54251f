import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinOneTypo } from './edit-distance.ts'

/** All texts over these letters that one typo makes of a text. */
function typosOf(text: string, letters: readonly string[]) {
  const positions = Array.from({ length: text.length + 1 }, (_, at) => at)
  return new Set([
    text,
    ...positions.flatMap((at) => letters.map((one) => text.slice(0, at) + one + text.slice(at))),
    ...positions.map((at) => text.slice(0, at) + text.slice(at + 1)),
    ...positions
      .slice(1)
      .flatMap((at) => letters.map((one) => text.slice(0, at - 1) + one + text.slice(at))),
    ...positions
      .slice(2)
      .map((at) => text.slice(0, at - 2) + text[at - 1] + text[at - 2] + text.slice(at)),
  ])
}

test('isWithinOneTypo accepts exactly the texts that one typo makes [S-379]', () => {
  const letters = ['a', 'b', 'c']
  const texts = fc.string({ unit: fc.constantFrom(...letters), maxLength: 5 })
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(isWithinOneTypo(a, b)).toBe(typosOf(a, letters).has(b))
    }),
    randomRuns({ few: 500, many: 10_000 }),
  )
})
