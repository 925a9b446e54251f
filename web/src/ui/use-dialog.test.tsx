import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { MemoryRouter, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { DialogHost } from '#ui/dialog-host.tsx'
import { type Question, useDialog } from '#ui/use-dialog.ts'

const LEAVING: Question<string> = {
  title: 'Leave?',
  text: 'Your seats go back.',
  actions: [
    { label: 'Go', answer: 'go' },
    { label: 'Stay', answer: 'stay' },
  ],
}

/** A button that asks, and what it was answered. */
function Asker({ questions }: { questions: Question<string>[] }) {
  const ask = useDialog()
  const answers = questions.map((question) => () => ask(question))
  return (
    <button
      type="button"
      onClick={async ({ currentTarget }) => {
        const heard = await Promise.all(answers.map((asked) => asked()))
        currentTarget.title = heard.map(String).join(', ')
      }}
    >
      Ask
    </button>
  )
}

/** The browser's own, which no dialog can cover. */
function BackButton() {
  const navigate = useNavigate()
  useEffect(() => {
    const back = () => void navigate(-1)
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [navigate])
  return null
}
const goBack = () => act(() => window.dispatchEvent(new PopStateEvent('popstate')))

async function ask(...questions: Question<string>[]) {
  const person = userEvent.setup()
  render(
    <MemoryRouter initialEntries={['/before', '/here']} initialIndex={1}>
      <DialogHost>
        <Asker questions={questions} />
        <BackButton />
      </DialogHost>
    </MemoryRouter>,
  )
  await person.click(screen.getByRole('button', { name: 'Ask' }))
  return person
}
const asker = () => screen.getByRole('button', { name: 'Ask' })
const press = async (person: Awaited<ReturnType<typeof ask>>, name: string) =>
  person.click(await screen.findByRole('button', { name }))

test('a question is answered by the action chosen, and the focus returns to who asked', async () => {
  const person = await ask(LEAVING)
  await screen.findByRole('dialog', { name: 'Leave?', description: 'Your seats go back.' })

  await press(person, 'Stay')

  await waitFor(() => expect(asker().title).toBe('stay'))
  expect(document.activeElement).toBe(asker())
})

test('a dismissed question is answered by nothing', async () => {
  const person = await ask(LEAVING)
  await screen.findByRole('dialog')

  await person.keyboard('{Escape}')

  await waitFor(() => expect(asker().title).toBe('undefined'))
})

test('a message without actions has an OK', async () => {
  const person = await ask({ title: 'Done' })

  await press(person, 'OK')

  await waitFor(() => expect(asker().title).toBe('ok'))
})

test('several questions wait for one another', async () => {
  const person = await ask(LEAVING, { title: 'And then' })
  await screen.findByRole('dialog', { name: 'Leave?' })
  expect(screen.queryByText('And then')).toBeNull()

  await press(person, 'Go')
  await screen.findByRole('dialog', { name: 'And then' })
  await press(person, 'OK')

  await waitFor(() => expect(asker().title).toBe('go, ok'))
})

test('a passing message closes by itself', async () => {
  await ask({ title: 'Gone soon', closesAfter: 50 })
  await screen.findByRole('dialog', { name: 'Gone soon' })

  await waitFor(() => expect(asker().title).toBe('undefined'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('going back takes the questions of a page along, those that still wait too', async () => {
  await ask(LEAVING, { title: 'And then' })
  await screen.findByRole('dialog', { name: 'Leave?' })

  goBack()

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asker().title).toBe('')
})

test('a question that has lost its point is taken back before it is even shown', async () => {
  const over = new AbortController()
  const person = await ask(LEAVING, { title: 'Need more time?', signal: over.signal })
  await screen.findByRole('dialog', { name: 'Leave?' })

  act(() => over.abort())
  await press(person, 'Go')

  await waitFor(() => expect(asker().title).toBe('go, undefined'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
