import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UndoButtons } from './undo-buttons.tsx'

/** Returns the steps that were taken. */
function renderButtons({ hasDialog = false } = {}) {
  const steps: string[] = []
  render(
    <>
      <UndoButtons undo={() => steps.push('undo')} redo={() => steps.push('redo')} />
      <textarea />
      <input type="radio" />
      {hasDialog && <Dialog title="Add a show" onClose={() => undefined} />}
    </>,
  )
  return steps
}

test.each([
  [{ key: 'z', ctrlKey: true }, ['undo']],
  [{ key: 'z', metaKey: true }, ['undo']],
  [{ key: 'Z', ctrlKey: true, shiftKey: true }, ['redo']],
  [{ key: 'y', ctrlKey: true }, ['redo']],
  [{ key: 'z' }, []],
  [{ key: 'z', ctrlKey: true, altKey: true }, []],
])('UndoButtons answer %j with %j [S-903] [S-929]', (press, expected) => {
  const steps = renderButtons()
  fireEvent.keyDown(document.body, press)
  expect(steps).toEqual(expected)
})

test('UndoButtons leave the keys to a field with text, not to a choice [S-903] [S-929]', () => {
  const steps = renderButtons()
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'z', ctrlKey: true })
  expect(steps).toEqual([])
  fireEvent.keyDown(screen.getByRole('radio'), { key: 'z', ctrlKey: true })
  expect(steps).toEqual(['undo'])
})

test('UndoButtons ignore the keys while a dialog is open [S-903] [S-929]', () => {
  const steps = renderButtons({ hasDialog: true })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(steps).toEqual([])
})
