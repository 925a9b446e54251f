import { expect, test } from 'vitest'
import { createPlaceArray, numberPlaces } from './place-array.ts'

const create = () =>
  createPlaceArray(numberPlaces([{ id: 'A1' }, { id: 'A2' }, { id: 'A3' }]), [
    ['A3', 'held'],
    ['A1', 'sold'],
  ])

test('a place array finds items and lists them in the order of the layout', () => {
  const map = create()
  expect([map.get('A1'), map.get('A2'), map.has('A2'), map.get('B1')]).toEqual([
    'sold',
    undefined,
    false,
    undefined,
  ])
  expect([...map]).toEqual([
    ['A1', 'sold'],
    ['A3', 'held'],
  ])
  expect([map.keys(), map.values()]).toEqual([
    ['A1', 'A3'],
    ['sold', 'held'],
  ])
  expect(map.filter((item) => item === 'held')).toEqual([['A3', 'held']])
  expect(map.count((item) => item === 'held')).toBe(1)
})

test('a place array takes a place that the layout does not have, and deletes places', () => {
  const map = create()
  map.set('B1', 'held')
  map.delete('A1')
  map.delete('B2')
  expect([...map]).toEqual([
    ['A3', 'held'],
    ['B1', 'held'],
  ])
})

test('changes of a copied place array leave the other one unchanged', () => {
  const map = create()
  const copy = map.copy()
  copy.set('A2', 'held')
  copy.delete('A1')
  map.set('B1', 'sold')
  expect(map.keys()).toEqual(['A1', 'A3', 'B1'])
  expect(copy.keys()).toEqual(['A2', 'A3'])
})

test('size of a place array counts the places that have an item', () => {
  const map = create()
  map.set('A1', 'held')
  map.set('A2', 'held')
  map.delete('A3')
  map.delete('A3')
  map.delete('B1')
  const copy = map.copy()
  copy.delete('A1')
  expect([map.size(), copy.size()]).toEqual([2, 1])
})

test('withIndexKey finds the items of a copied place array that have one of the keys', () => {
  const map = createPlaceArray(
    numberPlaces([{ id: 'A1' }, { id: 'A2' }, { id: 'A3' }]),
    [
      ['A1', ['asha', 'home']],
      ['A2', ['ravi', 'home']],
    ],
    (keys) => keys,
  )
  const copy = map.copy()
  copy.set('A1', ['ravi'])
  copy.set('A3', ['asha'])
  copy.delete('A2')
  copy.set('A2', ['home', 'asha'])
  const placesIn = (some: typeof map, ...keys: string[]) =>
    some.withIndexKey(keys).map(([placeId]) => placeId)

  expect([placesIn(map, 'asha'), placesIn(map, 'home'), placesIn(map, 'other')]).toEqual([
    ['A1'],
    ['A1', 'A2'],
    [],
  ])
  expect([placesIn(copy, 'ravi'), placesIn(copy, 'asha', 'home')]).toEqual([['A1'], ['A3', 'A2']])
})
