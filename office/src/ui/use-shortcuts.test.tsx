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
