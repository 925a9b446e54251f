import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { DialogHost } from './dialog-host.tsx'
import { type DialogOptions, useDialog } from './use-dialog.ts'

const LEAVE: DialogOptions<string> = {
  title: 'Leave?',
  text: 'Your seats will be released.',
  actions: [
    { label: 'Go', value: 'go' },
    { label: 'Stay', value: 'stay' },
  ],
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/before', '/here']} initialIndex={1}>
    <DialogHost>
      <button type="button">Opener</button>
      {children}
    </DialogHost>
  </MemoryRouter>
)
const opener = () => screen.getByRole('button', { name: 'Opener' })

/** Opens all dialogs at once. `values` are the resolved values in the order of their resolution. */
async function openAll(...dialogs: DialogOptions<string>[]) {
  const user = userEvent.setup()
  const values: (string | undefined)[] = []
  const useHooks = () => ({ openDialog: useDialog(), navigate: useNavigate() })
  const { result } = renderHook(useHooks, { wrapper })
  opener().focus()
  act(() => {
    for (const options of dialogs) {
      void result.current.openDialog(options).then((value) => values.push(value))
    }
  })
  await screen.findByRole('dialog', { name: dialogs[0]?.title ?? '' })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { user, press, values, goBack: () => act(() => void result.current.navigate(-1)) }
}

test('openDialog resolves with the selected action and returns the focus', async () => {
  const { press, values } = await openAll(LEAVE)
  screen.getByRole('dialog', { description: 'Your seats will be released.' })

  await press('Stay')

  await waitFor(() => expect(values).toEqual(['stay']))
  expect(document.activeElement).toBe(opener())
})

test.each([
  ['the first one that destroys nothing', { label: 'Cancel', value: 'cancel' }, 'Cancel'],
  ['none, if each destroys something', undefined, undefined],
])('the action with the first focus is %s [S-593]', async (_, harmless, focused) => {
  const destroy = { label: 'Delete', value: 'delete', variant: 'danger' } as const
  await openAll({ title: 'Delete?', actions: harmless ? [destroy, harmless] : [destroy] })

  const dialog = screen.getByRole('dialog')
  const expected = focused ? screen.getByRole('button', { name: focused }) : dialog
  await waitFor(() => expect(document.activeElement).toBe(expected))
})

test('openDialog shows several dialogs one after the other, and OK without actions', async () => {
  const { press, values } = await openAll(LEAVE, { title: 'And then' })
  expect(screen.queryByText('And then')).toBeNull()

  await press('Go')
  await screen.findByRole('dialog', { name: 'And then' })
  await press('OK')

  await waitFor(() => expect(values).toEqual(['go', 'ok']))
})

test.each<[string, Partial<DialogOptions<string>>, (user: UserEvent) => unknown]>([
  ['when it is dismissed', {}, (user) => user.keyboard('{Escape}')],
  ['after closesAfterMs', { closesAfterMs: 50 }, () => undefined],
])('openDialog closes and resolves with undefined %s', async (_when, changes, close) => {
  const { user, values } = await openAll({ ...LEAVE, ...changes })

  await close(user)

  await waitFor(() => expect(values).toEqual([undefined]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('openDialog never resolves when the page is left, also for queued dialogs', async () => {
  const { goBack, values } = await openAll(LEAVE, { title: 'And then' })

  goBack()

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(values).toEqual([])
})

test('openDialog removes a queued dialog when its signal is aborted', async () => {
  const abort = new AbortController()
  const { press, values } = await openAll(LEAVE, { title: 'More time?', signal: abort.signal })

  act(() => abort.abort())
  await press('Go')

  await waitFor(() => expect(values).toEqual([undefined, 'go']))
})
