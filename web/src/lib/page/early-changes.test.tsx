import { act } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rememberRenderedFields, repeatEarlyChanges } from './early-changes.ts'

/** Fields whose values the app keeps. It shows them as text. */
function Form() {
  const [text, setText] = useState('')
  const [lines, setLines] = useState('')
  const [seats, setSeats] = useState('2')
  const [together, setTogether] = useState(true)
  const [time, setTime] = useState('any')
  useEffect(repeatEarlyChanges, [])
  return (
    <form>
      <input type="search" value={text} onChange={({ target }) => setText(target.value)} />
      <textarea value={lines} onChange={({ target }) => setLines(target.value)} />
      <select value={seats} onChange={({ target }) => setSeats(target.value)}>
        <option>1</option>
        <option>2</option>
        <option>3</option>
      </select>
      <input
        type="checkbox"
        checked={together}
        onChange={({ target }) => setTogether(target.checked)}
      />
      {['any', 'evening'].map((option) => (
        <input
          key={option}
          type="radio"
          name="time"
          value={option}
          checked={time === option}
          onChange={({ target }) => setTime(target.value)}
        />
      ))}
      <output>{[text, lines, seats, together, time].join('|')}</output>
    </form>
  )
}

let container: HTMLElement
let root: Root | undefined
beforeEach(() => {
  container = document.createElement('div')
  container.innerHTML = renderToString(<Form />)
  document.body.append(container)
})
afterEach(() => act(() => root?.unmount()))

const find = <E extends Element>(selector: string) => container.querySelector(selector) as E

async function startApp() {
  rememberRenderedFields(container)
  await act(async () => {
    root = hydrateRoot(container, <Form />)
  })
}

test('what was entered before the app has started counts, and nothing is overwritten [S-600]', async () => {
  find<HTMLInputElement>('[type=search]').value = 'amaran'
  find<HTMLTextAreaElement>('textarea').value = 'Is there parking?'
  find<HTMLSelectElement>('select').value = '3'
  find<HTMLInputElement>('[type=checkbox]').click()
  find<HTMLInputElement>('[value=evening]').click()

  await startApp()

  expect(find('output').textContent).toBe('amaran|Is there parking?|3|false|evening')
  expect(find('[type=search]')).toHaveProperty('value', 'amaran')
  expect(find('textarea')).toHaveProperty('value', 'Is there parking?')
  expect(find('select')).toHaveProperty('value', '3')
  expect(find('[type=checkbox]')).toHaveProperty('checked', false)
  expect(find('[value=evening]')).toHaveProperty('checked', true)
})

test('fields that were not changed before the app has started keep their values [S-600]', async () => {
  await startApp()

  expect(find('output').textContent).toBe('||2|true|any')
})
