import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CodeField } from './code-field.tsx'

type Key = [key: string, code: string]
const ENTER: Key = ['Enter', 'Enter']

function openField() {
  const onCode = vi.fn()
  const chooseShow = vi.fn()
  render(
    <>
      <select aria-label="Show" onChange={chooseShow}>
        <option>18:30</option>
        <option>9:00</option>
      </select>
      <button type="button" onClick={chooseShow}>
        Sound off
      </button>
      <CodeField onCode={onCode} />
    </>,
  )
  return { onCode, chooseShow, field: screen.getByRole<HTMLInputElement>('textbox') }
}

/** Presses a key as a browser does: without a handler that prevents it, the field gets the character, and Enter presses a button. */
function press([key, code]: Key) {
  const target = document.activeElement ?? document.body
  const event = createEvent.keyDown(target, { key, code })
  if (!fireEvent(target, event)) return
  if (target instanceof HTMLInputElement && key !== 'Enter') change(target, target.value + key)
  if (target instanceof HTMLInputElement && key === 'Enter') fireEvent.submit(target)
  if (target instanceof HTMLButtonElement && key === 'Enter') fireEvent.click(target)
}
const change = (field: HTMLInputElement, value: string, inputType = 'insertText') =>
  fireEvent.input(field, { target: { value }, inputType })

const keysOf = (text: string) =>
  [...text].map((key): Key => [key, /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`])

test('the keys of a scanner are read with another keyboard layout [S-592]', () => {
  const { onCode, field } = openField()
  field.focus()

  const hindi: Key[] = [
    ['ो', 'KeyA'],
    ['२', 'Digit2'],
    ['-', 'Minus'],
  ]
  for (const key of [...hindi, ENTER]) press(key)

  expect(onCode.mock.calls).toEqual([['ो२-', 'A2-']])
  expect(field.value).toBe('')
})

test('text that was pasted or corrected is read as it is, and the next code by its keys [S-592]', () => {
  const { onCode, field } = openField()
  field.focus()

  for (const key of keysOf('mq')) press(key)
  change(field, 'm', 'deleteContentBackward')
  press(ENTER)
  change(field, 'MQ-2222222222', 'insertFromPaste')
  press(ENTER)
  for (const key of [...keysOf('mr'), ENTER]) press(key)

  expect(onCode.mock.calls).toEqual([
    ['m', undefined],
    ['MQ-2222222222', undefined],
    ['mr', 'MR'],
  ])
})

test.each(['button', 'combobox'])(
  'a scan is read when a %s has the focus, which does nothing [S-592]',
  (role) => {
    const { onCode, chooseShow } = openField()
    const focused = screen.getAllByRole(role)[0]
    focused?.focus()
    const searched = vi.fn()
    focused?.addEventListener('keydown', ({ defaultPrevented }) => searched(!defaultPrevented))

    for (const key of [...keysOf('9ab'), ENTER]) press(key)

    expect(onCode.mock.calls).toEqual([['9ab', '9AB']])
    expect(chooseShow).not.toHaveBeenCalled()
    // A list searches for what begins with a key.
    expect(searched).not.toHaveBeenCalledWith(true)
  },
)

test('text of a keyboard on the screen, which presses no keys, is not read as the code before [S-592]', () => {
  const { onCode, field } = openField()
  field.focus()
  for (const key of [...keysOf('mq2'), ENTER]) press(key)

  change(field, 'mq3')
  press(ENTER)

  expect(onCode.mock.lastCall).toEqual(['mq3', undefined])
})

test('Enter is read when the focus leaves the field before it [S-592]', () => {
  const { onCode, chooseShow, field } = openField()
  field.focus()
  for (const key of keysOf('mq2')) press(key)

  screen.getByRole('button', { name: 'Sound off' }).focus()
  press(ENTER)

  expect(onCode.mock.calls).toEqual([['mq2', 'MQ2']])
  expect(chooseShow).not.toHaveBeenCalled()
})
