import type { HallLayout, StaffScreen } from '@marquee/contract/office/programme/screens'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { HallPage } from './hall.tsx'

const SCREEN: StaffScreen = {
  _id: 's1',
  name: 'Screen 1',
  cleaningMinutes: 15,
  closed: null,
  layoutVersion: 1,
  seats: 12,
  upcomingShows: 2,
}
const LAYOUT: HallLayout = {
  version: 1,
  validFrom: null,
  rows: [
    { row: 'A', seats: 4, category: 'Standard' },
    { row: 'B', seats: 8, category: 'Premium', accessible: [1] },
  ],
  parking: { twoWheeler: 3, fourWheeler: 0 },
  upcomingShows: 2,
}
const SHOW = { movie: 'Amaran', startTime: '2026-12-01T13:00:00.000Z', held: 0 }
const PLAN = {
  planId: 'plan-1',
  changes: ['Screen 1: C1–C4 are added'],
  shows: [
    { ...SHOW, _id: 'x1', sold: 3, keeps: true },
    { ...SHOW, _id: 'x2', sold: 0, keeps: false },
  ],
}
type Answers = Parameters<typeof mockCalls>[0]
const answer = (answers: Answers = []) =>
  mockCalls([
    ...answers,
    ['/layouts', { screen: SCREEN, layouts: [LAYOUT] }],
    ['/plan', PLAN],
    ['/apply', { success: true, isApplied: true }],
    ['/screens', { screen: { ...SCREEN, _id: 's2', name: 'Screen 2' } }],
  ])

const open = (path = '/halls/s1') =>
  renderPage(
    path,
    <Routes>
      <Route path="/halls/:screenId" element={<HallPage />} />
    </Routes>,
  )
const rowsField = () => screen.findByLabelText<HTMLTextAreaElement>('Rows')
const type = (field: Element, value: string) => fireEvent.change(field, { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const seat = (name: string) =>
  within(screen.getByRole('region', { name: 'As visitors see it' })).findByRole('button', { name })
const focusedCell = () => document.activeElement as HTMLElement
const pressKey = (key: string) => fireEvent.keyDown(focusedCell(), { key })

beforeEach(() => {
  queryClient.clear()
  useNotifications.setState({ visible: [] })
})

test('HallPage shows rows as text and as visitors see them, and follows what is typed [S-928]', async () => {
  answer()
  open()
  const field = await rowsField()
  expect(field.value).toBe('A 1-4 Standard\nB 1-8 Premium wheelchair 1')
  await seat('Row B seat 1, Premium, wheelchair place, 180 rupees, available')

  type(field, 'A 1-4 Standard; B 9-5 VIP')

  await seat('Row B seat 9, VIP, 250 rupees, available')
  expect(field.value).toBe('A 1-4 Standard; B 9-5 VIP')
  screen.getByText('9 seats: 4 Standard ₹150, 5 VIP ₹250')
})

test('HallPage says beside the field what is wrong with a text, and plans nothing until it is right [S-923]', async () => {
  answer()
  open()
  const field = await rowsField()
  type(field, 'A 1-4 Standard; B 1-8')

  expect(field.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Row B: write the category after the seats, such as B 1-12 Standard.')
  await seat('Row B seat 8, Premium, 180 rupees, available')
  expect(screen.getByRole('button', { name: 'Show the plan' })).toHaveProperty('disabled', true)
})

test('HallPage plans a layout before it is applied, and says which shows keep theirs [S-928]', async () => {
  const sent = answer()
  open()
  type(await rowsField(), 'A 1-4 Standard; C 1-4 _ 5-8 VIP companion 2')
  type(screen.getByLabelText('Valid from'), '2026-12-24')
  press('Show the plan')

  const table = await screen.findByRole('table', { name: 'Shows to come' })
  const [, kept, changed] = within(table).getAllByRole('row')
  expect(kept?.textContent).toContain('Keeps its layout: seats are taken')
  expect(changed?.textContent).toContain('Gets the new layout')
  screen.getByText('Screen 1: C1–C4 are added')
  expect(sent).toEqual([
    {
      path: '/api/office/screens/s1/layouts/plan',
      body: {
        rows: [
          { row: 'A', seats: 4, category: 'Standard' },
          { row: 'C', seats: 8, category: 'VIP', companion: [2], gaps: [5] },
        ],
        parking: { twoWheeler: 3, fourWheeler: 0 },
        validFrom: '2026-12-24',
      },
    },
  ])
  press('Apply the layout to 1 show')
  await waitFor(() =>
    expect(useNotifications.getState().visible[0]?.text).toBe('The hall has its new layout.'),
  )
  expect(sent.at(-1)).toEqual({
    path: '/api/office/screens/s1/layouts/apply',
    body: { planId: 'plan-1' },
  })
})

test('HallPage shows no plan that was made for another layout [S-928]', async () => {
  answer()
  open()
  const field = await rowsField()
  press('Show the plan')
  await screen.findByRole('region', { name: 'The plan' })

  type(field, 'A 1-5 Standard')

  expect(screen.queryByRole('region', { name: 'The plan' })).toBeNull()
})

test('HallPage plans again when the programme has changed meanwhile, and says so [S-928]', async () => {
  answer([['/apply', () => refusal('CLOSED', 'The programme has changed meanwhile.')]])
  open()
  await rowsField()
  press('Show the plan')
  await screen.findByRole('region', { name: 'The plan' })
  const sent = answer([
    ['/apply', () => refusal('CLOSED', 'The programme has changed meanwhile.')],
    ['/plan', { ...PLAN, planId: 'plan-2' }],
  ])
  press('Apply the layout to 1 show')

  expect((await screen.findByRole('alert')).textContent).toBe(
    'The programme has changed meanwhile.',
  )
  await waitFor(() => expect(sent.at(-1)?.path).toContain('/plan'))
  const applied = answer()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Apply the layout to 1 show' })).toHaveProperty(
      'disabled',
      false,
    ),
  )
  press('Apply the layout to 1 show')
  await waitFor(() => expect(applied[0]?.body).toEqual({ planId: 'plan-2' }))
})

test('HallPage says that another manager has applied a version meanwhile, and can take it over [S-928]', async () => {
  answer()
  open()
  const field = await rowsField()
  type(field, 'A 1-5 Standard')
  const later = { ...LAYOUT, version: 2, rows: [{ row: 'A', seats: 9, category: 'VIP' }] }
  answer([['/layouts', { screen: SCREEN, layouts: [later, LAYOUT] }]])
  await act(() => queryClient.invalidateQueries({ queryKey: ['screens'] }))

  await screen.findByText(/^Version 2 was applied meanwhile/)
  expect(field.value).toBe('A 1-5 Standard')
  press('Put version 2 into the editor')
  expect(field.value).toBe('A 1-9 VIP')
  expect(screen.queryByText(/^Version 2 was applied/)).toBeNull()
  press('Undo')
  expect(field.value).toBe('A 1-5 Standard')
})

test('HallPage draws aisles and accessible places by the keyboard alone, with undo [S-925][S-929]', async () => {
  answer()
  open()
  await rowsField()
  choose('Drawing')
  const [tabStop] = screen.getAllByRole('cell').filter(({ tabIndex }) => tabIndex === 0)
  act(() => tabStop?.focus())
  expect(focusedCell().getAttribute('aria-label')).toBe('Row A, position 7: seat 2')
  pressKey('ArrowDown')
  pressKey('ArrowLeft')
  expect(focusedCell().getAttribute('aria-label')).toBe('Row B, position 6: seat 3')

  pressKey('Enter')
  expect(focusedCell().getAttribute('aria-label')).toBe('Row B, position 6: empty')
  pressKey('ArrowRight')
  expect(focusedCell().getAttribute('aria-label')).toBe('Row B, position 7: seat 3')
  choose('Companion seat')
  pressKey(' ')
  await seat('Row B seat 3, Premium, companion seat, 180 rupees, available')

  fireEvent.keyDown(focusedCell(), { key: 'z', ctrlKey: true })
  fireEvent.keyDown(focusedCell(), { key: 'z', ctrlKey: true })
  expect(focusedCell().getAttribute('aria-label')).toBe('Row B, position 7: seat 4')
})

test('HallPage draws a line with the pointer, which is undone as one step [S-925][S-929]', async () => {
  answer()
  open()
  await rowsField()
  choose('Drawing')
  const cell = (position: number) =>
    screen.getByRole('cell', { name: new RegExp(`^Row B, position ${position}:`) })
  fireEvent.pointerDown(cell(5), { button: 0, buttons: 1 })
  // The pointer was too quick for the positions between.
  fireEvent.pointerOver(cell(7), { buttons: 1 })
  fireEvent.pointerOver(cell(10), { buttons: 0 })

  choose('Text')
  const field = await rowsField()
  expect(field.value).toContain('B 1 _3 2-5 Premium')
  press('Undo')
  expect(field.value).toContain('B 1-8 Premium')
})

test('HallPage changes what cannot be drawn in the fields of a row, with mistakes beside the field [S-926]', async () => {
  answer()
  open()
  await rowsField()
  choose('Drawing')
  const fields = within(screen.getByRole('group', { name: 'Row A' }))
  type(fields.getByLabelText('Letters'), 'b')
  fields.getByText('Row B is there already: choose other letters.')
  type(fields.getByLabelText('Letters'), 'a')
  type(fields.getByLabelText('First number'), '11')
  type(fields.getByLabelText('Numbers from the'), 'rightToLeft')
  type(fields.getByLabelText('Wheelchair places'), '3')
  fields.getByText('Row A has no seat 3: choose one from 11 to 14.')
  type(fields.getByLabelText('Wheelchair places'), '11')
  type(fields.getByLabelText('Category'), 'recliner')
  fields.getByText('Not in the price list: sold as Standard for ₹150')
  type(fields.getByLabelText('Copies'), '2')
  press('Copy row A')

  choose('Text')
  expect((await rowsField()).value).toBe(
    [
      'A 14-11 recliner wheelchair 11',
      'B 1-8 Premium wheelchair 1',
      'C 14-11 recliner wheelchair 11',
      'D 14-11 recliner wheelchair 11',
    ].join('\n'),
  )
})

test('HallPage draws a line with Shift and the arrow keys, and the focus stays on the seat when the hall grows [S-986]', async () => {
  answer()
  open()
  await rowsField()
  choose('Drawing')
  const [tabStop] = screen.getAllByRole('cell').filter(({ tabIndex }) => tabIndex === 0)
  act(() => tabStop?.focus())
  pressKey('ArrowDown')
  expect(focusedCell().getAttribute('aria-label')).toBe('Row B, position 7: seat 4')
  fireEvent.keyDown(focusedCell(), { key: 'ArrowRight', shiftKey: true })
  fireEvent.keyUp(focusedCell(), { key: 'Shift' })
  expect(focusedCell().getAttribute('aria-label')).toBe('Row B, position 8: empty')
  pressKey('End')
  pressKey('Enter')

  const seatLabel = focusedCell().getAttribute('aria-label')
  expect(seatLabel).toMatch(/^Row B, position \d+: seat 7$/)
  expect(focusedCell().tabIndex).toBe(0)
  press('Undo')
  press('Undo')
  choose('Text')
  expect((await rowsField()).value).toContain('B 1-8 Premium')
})

test('HallPage asks before it is left with changes that are not applied, and not without them [S-985]', async () => {
  answer()
  open()
  const field = await rowsField()
  const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Halls' }))
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(unload()).toBe(false)
  type(field, 'A 1-5 Standard')
  expect(unload()).toBe(true)

  leave()
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await rowsField()).value).toBe('A 1-5 Standard')
  leave()
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByLabelText('Rows')).toBeNull())
})

test('HallPage does not ask when a layout is applied, or changes are undone [S-985]', async () => {
  answer()
  open()
  type(await rowsField(), 'A 1-5 Standard')
  press('Undo')
  fireEvent.click(screen.getByRole('link', { name: 'Halls' }))
  await waitFor(() => expect(screen.queryByLabelText('Rows')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('HallPage takes rows from a table, and says what is wrong with it [S-924]', async () => {
  answer()
  open()
  await rowsField()
  choose('CSV')
  const field = screen.getByLabelText('Seats')
  type(field, 'A,1,Gold\nA,3,Gold')
  screen.getByText('Line 2: row A has no seat 2, add it or number the seats without a break.')
  expect(screen.getByRole('button', { name: 'Replace all rows' })).toHaveProperty('disabled', true)
  type(field, 'A,1,Gold\nA,2,Gold,wheelchair')
  press('Replace all rows')

  await seat('Row A seat 2, Standard, wheelchair place, 150 rupees, available')
})

test('HallPage adds a hall with a name, cleaning time, rows and parking slots [S-927]', async () => {
  const sent = answer()
  open('/halls/new')
  const field = await rowsField()
  type(field, 'A 1-4 Gold')
  type(screen.getByLabelText('Parking slots: Two Wheeler'), '5')
  screen.getByText('Labelled T1 to T5')
  press('Add the hall')
  await screen.findByText('Give the hall a name, such as Screen 1.')
  type(screen.getByLabelText('Name'), 'Screen 2')
  type(screen.getByLabelText('Cleaning, minutes'), '20')
  press('Add the hall')

  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    path: '/api/office/screens',
    body: {
      name: 'Screen 2',
      cleaningMinutes: 20,
      rows: [{ row: 'A', seats: 4, category: 'Gold' }],
      parking: { twoWheeler: 5, fourWheeler: 0 },
    },
  })
})
