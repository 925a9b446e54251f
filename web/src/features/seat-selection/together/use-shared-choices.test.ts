import { expect, test } from 'vitest'
import {
  groupByPerson,
  isAllPaid,
  NO_CHOICES,
  type NumberedPlace,
  newlyLost,
  newlyPaid,
  updateChoices,
} from './use-shared-choices.ts'

const free = (label: string, changes: Partial<NumberedPlace> = {}): NumberedPlace => ({
  _id: label,
  seatNumber: label,
  status: 'AVAILABLE',
  ...changes,
})
const sold = (label: string) => free(label, { status: 'SOLD' })
const mine = (label: string) => free(label, { status: 'HELD', heldByMe: true })
const friends = (label: string, friend: string) => free(label, { status: 'HELD', friend })
const releasable = (label: string, friend: string) =>
  free(label, { status: 'HELD', friend, releasable: true })

/** Applies one state of the places after the other. */
const after = (...states: NumberedPlace[][]) => states.reduce(updateChoices, NO_CHOICES)
const texts = ({ choices }: typeof NO_CHOICES) =>
  choices.map(({ label, friend = 'me', isPaid }) => `${label} ${friend}${isPaid ? ' paid' : ''}`)

test('a selection without friends is not a shared one [S-368]', () => {
  expect(after([mine('A1'), sold('A2')], [sold('A1'), sold('A2')])).toEqual(NO_CHOICES)
})

test('places that are sold after they were chosen are paid; others are not listed [S-386]', () => {
  const before = after([mine('A1'), releasable('A2', 'Maya'), sold('A3')])
  const next = updateChoices(before, [mine('A1'), sold('A2'), sold('A3')])

  expect(texts(before)).toEqual(['A1 me', 'A2 Maya'])
  expect(texts(next)).toEqual(['A1 me', 'A2 Maya paid'])
  expect(newlyPaid(before, next).map(({ label }) => label)).toEqual(['A2'])
  expect(newlyPaid(next, next)).toEqual([])
})

test('isAllPaid is false while one own choice is not paid, or without an own choice [S-387]', () => {
  const host = friends('A1', 'Your friend')
  const before = after([host, mine('A2'), mine('A3')])
  const isAllPaidAfter = (...places: NumberedPlace[]) =>
    isAllPaid(before, updateChoices(before, places))

  expect(isAllPaidAfter(sold('A1'), sold('A2'), sold('A3'))).toBe(true)
  expect(isAllPaidAfter(sold('A1'), sold('A2'), free('A3'))).toBe(false)
  expect(isAllPaid(after([host]), after([host], [sold('A1')]))).toBe(false)
})

test('a place that a friend has left is not listed any more [S-385]', () => {
  const next = after([mine('A1'), releasable('A2', 'Maya')], [mine('A1'), free('A2')])
  expect(texts(next)).toEqual(['A1 me'])
})

test('a friend stays one while only their own places are left, until the selection ends [S-387]', () => {
  const joined = [friends('A1', 'Your friend'), mine('A2')]
  const alone = [free('A1'), mine('A2')]

  expect(after(joined)).toMatchObject({ isGuest: true, hasEnded: false })
  expect(after(joined, alone, alone)).toMatchObject({ isGuest: true, hasEnded: false })
  const ended = after(joined, alone, [free('A1'), sold('A2')])
  expect(ended).toMatchObject({ isGuest: false, hasEnded: true })
  expect(texts(ended)).toEqual(['A2 me paid'])
  expect(updateChoices(ended, [free('A1'), sold('A2')])).toEqual(ended)
  expect(updateChoices(ended, [mine('A1'), sold('A2')])).toEqual(NO_CHOICES)
})

test('the visitor who has started the selection is not told of its end [S-387]', () => {
  const next = after([mine('A1'), releasable('A2', 'Maya')], [sold('A1'), sold('A2')])
  expect(next).toMatchObject({ isGuest: false, hasEnded: false })
  expect(texts(next)).toEqual(['A1 me paid', 'A2 Maya paid'])
})

test('groupByPerson lists this visitor first', () => {
  const { choices } = after([releasable('A1', 'Maya'), mine('A2'), releasable('A3', 'Maya')])
  expect(
    groupByPerson(choices).map(([friend, own]) => [friend, own.map(({ label }) => label)]),
  ).toEqual([
    [undefined, ['A2']],
    ['Maya', ['A1', 'A3']],
  ])
})

test('a friend loses a place that was released while the clock runs [S-385]', () => {
  const until = '2026-12-01T13:00:00.000Z'
  const own = { ...mine('A2'), holdUntil: until }
  const before = after([friends('A1', 'Your friend'), own])
  const next = updateChoices(before, [friends('A1', 'Your friend'), free('A2')])
  const labelsAt = (now: number) => newlyLost(before, next, now).map(({ label }) => label)

  expect(labelsAt(Date.parse(until) - 1)).toEqual(['A2'])
  expect(labelsAt(Date.parse(until))).toEqual([])
  const ended = updateChoices(before, [free('A1'), free('A2')])
  expect(newlyLost(before, ended, 0)).toEqual([])
  const paid = updateChoices(before, [friends('A1', 'Your friend'), sold('A2')])
  expect(newlyLost(before, paid, 0)).toEqual([])
})
