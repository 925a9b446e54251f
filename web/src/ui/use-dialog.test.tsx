import { act, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { DialogHost } from '#ui/dialog-host.tsx'
import { type DialogOptions, useDialog } from '#ui/use-dialog.ts'

const LEAVE: DialogOptions<string> = {
  title: 'Leave?',
  text: 'Your seats will be released.',
  actions: [
    { label: 'Go', value: 'go' },
    { label: 'Stay', value: 'stay' },
  ],
}

/** A button that asks all questions at once and shows the answers as its title. */
function AskButton({ questions }: { questions: DialogOptions<string>[] }) {
  const ask = useDialog()
  return (
    <button
      type="button"
      onClick={async ({ currentTarget }) => {
        const answers = await Promise.all(questions.map((question) => ask(question)))
        currentTarget.title = answers.map(String).join(', ')
      }}
    >
      Ask
    </button>
  )
}

/** The Back button of the browser, which works also while a dialog is open. */
let goBack: () => void
function BackButton() {
  const navigate = useNavigate()
  goBack = () => void navigate(-1)
  return null
}

async function askAll(...questions: DialogOptions<string>[]) {
  const user = userEvent.setup()
  render(
    <MemoryRouter initialEntries={['/before', '/here']} initialIndex={1}>
      <DialogHost>
        <AskButton questions={questions} />
        <BackButton />
      </DialogHost>
    </MemoryRouter>,
  )
  await user.click(askButton())
  await screen.findByRole('dialog', { name: questions[0]?.title ?? '' })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { user, press }
}
const askButton = () => screen.getByRole('button', { name: 'Ask' })
const expectAnswers = (answers: string) => waitFor(() => expect(askButton().title).toBe(answers))

test('ask resolves with the selected answer and returns the focus', async () => {
  const { press } = await askAll(LEAVE)
  screen.getByRole('dialog', { description: 'Your seats will be released.' })

  await press('Stay')

  await expectAnswers('stay')
  expect(document.activeElement).toBe(askButton())
})

test('ask shows several questions one after the other, and OK without actions', async () => {
  const { press } = await askAll(LEAVE, { title: 'And then' })
  expect(screen.queryByText('And then')).toBeNull()

  await press('Go')
  await screen.findByRole('dialog', { name: 'And then' })
  await press('OK')

  await expectAnswers('go, ok')
})

test.each<[string, Partial<DialogOptions<string>>, (user: UserEvent) => unknown]>([
  ['when it is dismissed', {}, (user) => user.keyboard('{Escape}')],
  ['after closesAfter', { closesAfter: 50 }, () => undefined],
])('ask closes the dialog and resolves with undefined %s', async (_when, changes, close) => {
  const { user } = await askAll({ ...LEAVE, ...changes })

  await close(user)

  await expectAnswers('undefined')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('ask never resolves when the page is left, also for queued questions', async () => {
  await askAll(LEAVE, { title: 'And then' })

  act(() => goBack())

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(askButton().title).toBe('')
})

test('ask removes a queued question when its signal is aborted', async () => {
  const abort = new AbortController()
  const { press } = await askAll(LEAVE, { title: 'Need more time?', signal: abort.signal })

  act(() => abort.abort())
  await press('Go')

  await expectAnswers('go, undefined')
  expect(screen.queryByRole('dialog')).toBeNull()
})
