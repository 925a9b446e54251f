import { act, fireEvent, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useHistory, useUndoKeys } from './use-history.ts'

function renderHistory() {
  const { result } = renderHook(() => {
    const history = useHistory('a')
    useUndoKeys(history)
    return history
  })
  return {
    value: () => result.current.value,
    change: (value: string, step?: string) => act(() => result.current.change(() => value, step)),
    press: (key: string, options: object = { ctrlKey: true }, target: Element = document.body) =>
      fireEvent.keyDown(target, { key, ...options }),
  }
}

test('useHistory undoes and redoes by keys, and forgets what was undone when something else changes [S-929]', () => {
  const { value, change, press } = renderHistory()
  change('b')
  change('c')

  press('z')
  expect(value()).toBe('b')
  press('Z', { ctrlKey: true, shiftKey: true })
  expect(value()).toBe('c')
  press('z')
  press('z')
  press('z')
  expect(value()).toBe('a')
  press('y')
  expect(value()).toBe('b')
  change('d')
  press('y')
  expect(value()).toBe('d')
})

test('useHistory undoes changes of one step together [S-929]', () => {
  const { value, change, press } = renderHistory()
  change('b', 'typing')
  change('bc', 'typing')
  change('x', 'drawing')

  press('z')
  expect(value()).toBe('bc')
  press('z')
  expect(value()).toBe('a')
})

test('useUndoKeys leaves the keys to a field with text [S-929]', () => {
  const { value, change, press } = renderHistory()
  const field = document.body.appendChild(document.createElement('textarea'))
  change('b')

  press('z', { ctrlKey: true }, field)

  expect(value()).toBe('b')
})
