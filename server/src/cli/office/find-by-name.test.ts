import { expect, test } from 'vitest'
import { findScreen } from './find-by-name.ts'

test('findScreen finds a screen whatever the Unicode form of its name, in the same case [S-621]', () => {
  const screens = [{ _id: 's1', name: 'Salle Am\u00e9lie' }]

  expect(findScreen(screens, 'Salle Ame\u0301lie ')).toBe('s1')
  expect(() => findScreen(screens, 'salle am\u00e9lie')).toThrow('There is no screen')
})
