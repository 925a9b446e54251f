import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useHistory } from './history.ts'

function renderHistory() {
  const { result } = renderHook(() => useHistory('a'))
  return {
    value: () => result.current.value,
    change: (value: string, step?: string) => act(() => result.current.change(() => value, step)),
    undo: () => act(() => result.current.undo?.()),
    redo: () => act(() => result.current.redo?.()),
  }
}

test('useHistory undoes and redoes, and forgets what was undone when something else changes [S-929]', () => {
  const { value, change, undo, redo } = renderHistory()
  change('b')
  change('c')

  undo()
  expect(value()).toBe('b')
  redo()
  expect(value()).toBe('c')
  undo()
  undo()
  undo()
  expect(value()).toBe('a')
  redo()
  expect(value()).toBe('b')
  change('d')
  redo()
  expect(value()).toBe('d')
})

test('useHistory undoes changes of one step together [S-929]', () => {
  const { value, change, undo } = renderHistory()
  change('b', 'typing')
  change('bc', 'typing')
  change('x', 'drawing')

  undo()
  expect(value()).toBe('bc')
  undo()
  expect(value()).toBe('a')
})
