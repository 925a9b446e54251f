import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignSlugs } from './catalogue.service.ts'

test.each([
  ['Safety Last!', 'safety-last'],
  ['Amélie', 'amelie'],
  ['A Trip to the Moon', 'a-trip-to-the-moon'],
  ['அமரன்', 'அமரன்'],
  ['Pushpa 2: The Rule', 'pushpa-2-the-rule'],
  ['!!!', 'movie'],
])('assignSlugs gives %j the slug %s [S-376]', (name, slug) => {
  expect(assignSlugs([name])).toEqual([slug])
})

test('assignSlugs numbers equal slugs [S-376]', () => {
  expect(assignSlugs(['Up', 'Up 2', 'Up!', 'UP?'])).toEqual(['up', 'up-2', 'up-3', 'up-4'])
})

test('assignSlugs gives different slugs that a path can contain, and keeps those of earlier names [S-376]', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 120 })), (names) => {
      const slugs = assignSlugs(names)
      expect(new Set(slugs).size).toBe(names.length)
      for (const slug of slugs) expect(slug).toMatch(/^[\p{L}\p{M}\p{N}-]{1,120}$/u)
      expect(assignSlugs(names.slice(0, -1))).toEqual(slugs.slice(0, Math.max(0, names.length - 1)))
    }),
    randomRuns({ few: 30, many: 500 }),
  )
})
