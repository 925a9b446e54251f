import { expect, test, vi } from 'vitest'
import { deviceStorage, tabStorage } from './storage.ts'

const parseNumber = (stored: unknown) => (typeof stored === 'number' ? stored : undefined)
const parseNames = (stored: unknown) => (Array.isArray(stored) ? stored : undefined)

test('deviceStorage returns what was written, and undefined for missing, unreadable and invalid values', () => {
  deviceStorage.write('count', 3)
  expect(deviceStorage.read('count', parseNumber)).toBe(3)
  expect(deviceStorage.has('count')).toBe(true)
  expect(tabStorage.read('count', parseNumber)).toBeUndefined()
  deviceStorage.write('names', ['Asha', 'Ravi'])
  expect(deviceStorage.read('names', parseNames)).toEqual(['Asha', 'Ravi'])

  localStorage.setItem('count', 'off')
  expect(deviceStorage.read('count', parseNumber)).toBeUndefined()
  localStorage.setItem('count', '"3"')
  expect(deviceStorage.read('count', parseNumber)).toBeUndefined()
  deviceStorage.remove('count')
  expect(deviceStorage.has('count')).toBe(false)
})

test('tabStorage neither reads nor throws when the browser has no storage', () => {
  vi.stubGlobal('sessionStorage', undefined)

  tabStorage.write('count', 3)
  tabStorage.remove('count')
  expect(tabStorage.read('count', parseNumber)).toBeUndefined()
  expect(tabStorage.has('count')).toBeUndefined()
  expect(tabStorage.keys()).toEqual([])
})
