import { fireEvent, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useShortcuts } from './use-shortcuts.ts'

test.each([
  ['of the layout', { key: 'B', code: 'KeyN' }],
  ['of the keyboard, with a layout of other letters', { key: 'ि', code: 'KeyB' }],
])('useShortcuts runs an action for its letter %s [S-592]', (_, key) => {
  const actions = { b: vi.fn(), n: vi.fn() }
  renderHook(() => useShortcuts(actions))

  fireEvent.keyDown(document.body, key)

  expect(actions.b).toHaveBeenCalledOnce()
  expect(actions.n).not.toHaveBeenCalled()
})

test('useShortcuts leaves a key of the page to the page, also if the layout was there before', () => {
  const [openPage, print] = [vi.fn(), vi.fn()]
  renderHook(() => useShortcuts({ r: openPage, t: openPage }, true, window))
  renderHook(() => useShortcuts({ r: print }))

  fireEvent.keyDown(document.body, { key: 'r' })
  expect(print).toHaveBeenCalledOnce()
  expect(openPage).not.toHaveBeenCalled()

  fireEvent.keyDown(document.body, { key: 't' })
  expect(openPage).toHaveBeenCalledOnce()
})
