import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDraftHistory } from '#features/programme/draft/draft.queries.ts'
import { deviceQuery } from '#lib/device.queries.ts'
import { prefetchWeek } from '#lib/programme.queries.ts'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { at, createProgramme, stopClock } from '#test/programme-fixtures.ts'
import { MANAGER, renderPage } from '#test/render-page.tsx'
import { ProgrammePage } from './programme.tsx'

let isWide = true

beforeEach(() => {
  stopClock()
  isWide = true
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  useDraftHistory.setState({ past: [], future: [] })
})
afterEach(() => {
  // Effects that still wait run here, while the page has its stubs.
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const savedDraft = (changes: readonly ProgrammeChange[] = [], revision = 1) => ({
  _id: 'draft-1',
  changes,
  programmeVersion: 5,
  revision,
  savedAt: at('2026-11-30', '12:00'),
  device: { _id: 'd1', name: 'Box office' },
})

type Answers = Parameters<typeof mockCalls>[0]

/** Opens the week. Returns the changes that the page saves, newest last. */
async function openWeek(answers: Answers = [], path = '/programme') {
  const sent = mockCalls([
    ...answers,
    ['/draft', () => Response.json({ draft: savedDraft() })],
    ['/programme', createProgramme()],
  ])
  renderPage(
    path,
    <Routes>
      <Route path="/programme" element={<ProgrammePage />} />
      <Route path="/programme/plan" element={<p>the plan</p>} />
    </Routes>,
  )
  await screen.findByRole(isWide ? 'grid' : 'combobox', { name: isWide ? 'Programme' : 'Day' })
  return {
    saved: () => sent.map(({ body }) => (body as { changes: ProgrammeChange[] }).changes),
    sent,
  }
}

const AMARAN = /^Amaran, 6:00–8:30/
const showNamed = (name: RegExp | string) => screen.getByRole('button', { name })
const press = (element: Element, key: string, options: object = {}) =>
  fireEvent.keyDown(element, { key, ...options })
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const click = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
const free = (name: string) => screen.getByRole('button', { name: `Add a show: ${name}, no shows` })

/** Pixels. */
const COLUMN = 100
/** Gives the first cell of the grid a place: jsdom knows no positions. */
const placeGrid = () => {
  const [first] = document.querySelectorAll('[data-day]')
  Object.assign(first ?? {}, {
    getBoundingClientRect: () => ({ left: 0, top: 0, width: COLUMN }),
  })
}
/** What the cursor is at. */
const focused = () => document.activeElement?.getAttribute('aria-label')
const moveCursorTo = async (element: HTMLElement) => {
  fireEvent.click(element)
  press(await screen.findByRole('dialog'), 'Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('ProgrammePage names movie, times, cleaning and sales of each show, and has one tab stop [S-900]', async () => {
  await openWeek()

  const grid = within(screen.getByRole('grid'))
  expect(grid.getAllByRole('columnheader')).toHaveLength(8)
  expect(grid.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Screen 1'),
    expect.stringContaining('Screen 2'),
  ])
  grid.getByRole('button', { name: 'Add a show: Screen 1, Tue, 1 Dec 2026, 1 show' })
  grid.getByRole('button', {
    name: 'Amaran, 6:00–8:30, 40/100, starts 6:00 PM, clean at 8:45 PM',
  })
  expect(grid.getAllByRole('button', { name: /daily$/ })).toHaveLength(7)
  expect(document.querySelectorAll('table [tabindex="0"]')).toHaveLength(1)
})

test.each([
  [{ screens: [], shows: [], dailyRules: [] }, 'Add a hall', '/halls/new'],
  [{ movies: [], shows: [], dailyRules: [] }, 'Add a movie', '/programme/movies/new'],
])('ProgrammePage of a programme with %j leads to %s [S-900]', async (missing, name, path) => {
  mockCalls([
    ['/draft', () => Response.json({ draft: savedDraft() })],
    ['/programme', createProgramme(missing)],
  ])
  renderPage('/programme', <ProgrammePage />)

  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path)
  expect(screen.queryByRole('button', { name: 'Add a show' })).toBeNull()
})

test('prefetchWeek reads the week of the address, and the page does not read it again [S-1190]', async () => {
  history.replaceState(null, '', '/programme?from=2026-12-03')
  mockCalls([
    ['/draft', () => Response.json({ draft: savedDraft() })],
    ['/programme', createProgramme()],
  ])
  queryClient.setQueryData(deviceQuery.queryKey, MANAGER)
  const reads = () =>
    vi
      .mocked(fetch)
      .mock.calls.map(([path]) => String(path))
      .filter((path) => path.includes('days='))
  const expectOneRead = () =>
    waitFor(() => expect(reads()).toEqual(['/api/office/programme?from=2026-11-30&days=7']))
  void prefetchWeek(MANAGER.timeZone)
  await expectOneRead()
  renderPage('/programme?from=2026-12-03', <ProgrammePage />)
  await screen.findByRole('grid')
  history.replaceState(null, '', '/')

  await expectOneRead()
})

test('AddShowsDialog adds each start on each chosen day at once [S-901]', async () => {
  const { saved } = await openWeek()
  fireEvent.click(free('Screen 1, Wed, 2 Dec 2026'))
  // jsdom knows no positions: the first hour of the cell.
  const dialog = within(await screen.findByRole('dialog'))
  expect(screen.getByLabelText('Starts')).toHaveProperty('value', '9:00 AM')
  expect(screen.getByLabelText('Screen')).toHaveProperty('value', 's1')
  type('Movie', 'premiere')
  type('Starts', '10:00, 13:15')
  fireEvent.click(dialog.getByRole('button', { name: 'Every day of this week' }))
  // Monday 10:00 has passed.
  fireEvent.click(dialog.getByRole('button', { name: 'Add 13 shows' }))

  await waitFor(() => expect(saved()[0]).toHaveLength(13))
  expect(saved()[0]).toContainEqual({
    type: 'add',
    movieId: 'premiere',
    screenId: 's1',
    startTime: at('2026-12-06', '13:15'),
    cutoffMinutes: 30,
  })
  expect(await screen.findAllByRole('button', { name: /^Premiere, .*New/ })).toHaveLength(13)
  screen.getByText('13 changes')
})

test.each([
  ['', '10:00', 'Please choose a movie.'],
  ['premiere', 'noon', '“noon” is no time of day such as 6:30 PM.'],
  ['premiere', '', 'Please give a time of day.'],
  ['premiere', '08:00', 'A start is in the past.'],
])(
  'AddShowsDialog with the movie %j and the starts %j says: %s [S-901]',
  async (movie, starts, text) => {
    await openWeek()
    click('Add a show')
    await screen.findByLabelText('Movie')
    type('Movie', movie)
    type('Starts', starts)
    click(/^Add \d+ show/)

    await screen.findByText(text)
  },
)

test('AddShowsDialog adds a daily showtime [S-907]', async () => {
  const { saved } = await openWeek()
  click('Add a show')
  await screen.findByLabelText('Movie')
  type('Movie', 'premiere')
  type('Starts', '9:30')
  fireEvent.click(screen.getByLabelText(/^Every day from now on/))
  click('Add 1 daily showtime')

  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]).toEqual([
    {
      type: 'daily',
      action: 'set',
      screenId: 's1',
      at: '09:30',
      movieId: 'premiere',
      cutoffMinutes: 30,
    },
  ])
})

test('a premiere takes the place of a daily show in four actions [S-902]', async () => {
  const { saved } = await openWeek()
  fireEvent.click(screen.getAllByRole('button', { name: /daily$/ })[4] as HTMLElement)
  await screen.findByText(/^A daily showtime/)
  type('Movie', 'premiere')
  click('Save and show the plan')

  await screen.findByText('the plan')
  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]).toMatchObject([
    { type: 'remove', showtimeId: 'daily-2026-12-04' },
    { type: 'add', movieId: 'premiere', screenId: 's2', startTime: at('2026-12-04', '21:00') },
  ])
})

test('a single show over an unsold daily one looks like its replacement, and neither lacks time for cleaning [S-982]', async () => {
  await openWeek()
  click('Add a show')
  await screen.findByRole('dialog')
  type('Movie', 'premiere')
  type('Screen', 's2')
  type('Starts', '21:30')
  click('Add 1 show')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const replaced = screen.getByRole('button', { name: /^Lucky Baskhar, .*, Replaced, / })
  expect(screen.queryByRole('button', { name: /no time for cleaning/ })).toBeNull()
  fireEvent.click(replaced)
  expect(await screen.findByText('A single show takes the place of this daily one.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test('EditShowDialog warns before another movie takes the place of a show with sold seats [S-902]', async () => {
  await openWeek()
  fireEvent.click(showNamed(AMARAN))
  await screen.findByText(/40 of 100 seats sold/)
  expect(screen.queryByRole('alert')).toBeNull()
  type('Movie', 'premiere')
  expect(screen.getByRole('alert').textContent).toContain('cancelled and refunded')
})

test('ProgrammePage shows the stored draft, and a show that it removes can be kept [S-902]', async () => {
  const stored: ProgrammeChange[] = [{ type: 'remove', showtimeId: 'show-1' }]
  const { saved } = await openWeek([['/draft', () => Response.json({ draft: savedDraft(stored) })]])
  fireEvent.click(showNamed(/^Amaran.*Removed/))
  click('Keep the show')

  await waitFor(() => expect(saved()).toEqual([[]]))
  expect(showNamed(AMARAN).getAttribute('data-state')).toBe('same')
  expect(screen.queryByRole('link', { name: 'Show the plan' })).toBeNull()
})

test('undo and redo by key and button go back and forth, and each state is saved [S-903]', async () => {
  const { saved } = await openWeek()
  await moveCursorTo(showNamed(AMARAN))
  press(showNamed(AMARAN), 'Delete')
  await screen.findByText('1 change')

  press(document.body, 'z', { ctrlKey: true })
  await waitFor(() => expect(screen.queryByText('1 change')).toBeNull())
  press(document.body, 'z', { ctrlKey: true, shiftKey: true })
  await screen.findByText('1 change')
  click('Undo')
  await waitFor(() => expect(saved()).toHaveLength(4))
  expect(saved().map(({ length }) => length)).toEqual([1, 0, 1, 0])
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', true)
})

test('the keyboard removes a show, and the cursor stays in its cell [S-904]', async () => {
  const { saved } = await openWeek()
  await moveCursorTo(showNamed(AMARAN))
  press(showNamed(AMARAN), 'Delete')

  await waitFor(() => expect(saved()).toEqual([[{ type: 'remove', showtimeId: 'show-1' }]]))
  expect(focused()).toMatch(/^Amaran.*Removed/)
})

test('the cursor follows the focus that a screen reader moves [S-904]', async () => {
  const { saved } = await openWeek()
  act(() => showNamed(AMARAN).focus())
  press(showNamed(AMARAN), 'Delete')

  await waitFor(() => expect(saved()).toEqual([[{ type: 'remove', showtimeId: 'show-1' }]]))
})

test.each([
  ['m', { type: 'move', showtimeId: 'show-1', startTime: at('2026-12-02', '18:05') }],
  [
    'c',
    {
      type: 'add',
      movieId: 'amaran',
      screenId: 's1',
      startTime: at('2026-12-02', '18:05'),
      cutoffMinutes: 30,
    },
  ],
])('the key %s drags a show with the arrows, Enter drops it [S-904]', async (key, change) => {
  const { saved } = await openWeek()
  await moveCursorTo(showNamed(AMARAN))
  press(showNamed(AMARAN), key)
  press(showNamed(AMARAN), 'ArrowRight')
  press(showNamed(AMARAN), 'ArrowDown')
  screen.getByText(/Amaran: Screen 1, Wed, 2 Dec 2026, 6:05 PM\. Enter puts it down/)
  press(showNamed(AMARAN), 'Enter')

  await waitFor(() => expect(saved()).toEqual([[change]]))
  await waitFor(() => expect(focused()).toMatch(/^Amaran, 6:05–/))
})

test('Escape ends a drag by keyboard, and the arrow keys then move the cursor [S-904]', async () => {
  const { saved } = await openWeek()
  await moveCursorTo(showNamed(AMARAN))
  press(showNamed(AMARAN), 'm')
  press(showNamed(AMARAN), 'ArrowRight')
  press(showNamed(AMARAN), 'Escape')
  press(showNamed(AMARAN), 'ArrowRight')

  await waitFor(() => expect(focused()).toBe('Add a show: Screen 1, Wed, 2 Dec 2026, no shows'))
  press(free('Screen 1, Wed, 2 Dec 2026'), 'Enter')
  await screen.findByRole('dialog', { name: 'Add a show' })
  expect(saved()).toEqual([])
})

test.each([
  ['Add 1 show', /^Premiere, 9:30/],
  ['Close', 'Add a show: Screen 1, Wed, 2 Dec 2026, no shows'],
])(
  'after %s of a dialog that the keyboard has opened, the focus is at %s [S-904]',
  async (button, name) => {
    await openWeek()
    await moveCursorTo(showNamed(AMARAN))
    press(showNamed(AMARAN), 'ArrowRight')
    await waitFor(() => expect(focused()).toMatch(/^Add a show: Screen 1, Wed/))
    press(free('Screen 1, Wed, 2 Dec 2026'), 'n')
    await screen.findByLabelText('Movie')
    type('Movie', 'premiere')
    type('Starts', '9:30')
    click(button)

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(showNamed(name)))
  },
)

test.each([
  [false, { type: 'move', showtimeId: 'show-1', startTime: at('2026-12-03', '12:00') }],
  [true, { type: 'add', movieId: 'amaran', screenId: 's1', startTime: at('2026-12-03', '12:00') }],
])('dragging a show with Alt %s puts it down at five minutes [S-905]', async (altKey, change) => {
  const { saved } = await openWeek()
  placeGrid()
  const grid = screen.getByRole('grid')
  fireEvent.pointerDown(showNamed(AMARAN), { button: 0, clientX: 0, clientY: 0, altKey })
  // Thursday. 28 pixels are an hour: 9:00 and three hours, and a little more.
  fireEvent.pointerMove(grid, { clientX: 3.5 * COLUMN, clientY: 84.5, altKey })
  fireEvent.pointerUp(grid, { altKey })

  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]).toMatchObject([change])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a show cannot be moved to the past [S-905]', async () => {
  const { saved } = await openWeek()
  placeGrid()
  const grid = screen.getByRole('grid')
  fireEvent.pointerDown(showNamed(AMARAN), { button: 0, clientX: 0, clientY: 0 })
  fireEvent.pointerMove(grid, { clientX: 50, clientY: 28 })
  fireEvent.pointerUp(grid)

  expect(useNotifications.getState().visible.at(-1)?.text).toBe(
    'A start in the past is not possible.',
  )
  expect(saved()).toEqual([])
})

test('CopyDayDialog copies the single shows of a day to others, and can replace theirs [S-906]', async () => {
  const { saved } = await openWeek()
  await moveCursorTo(showNamed(AMARAN))
  click('Copy a day…')
  expect(screen.getByLabelText('Copy')).toHaveProperty('value', '2026-12-01')
  fireEvent.click(screen.getByLabelText('Thu 3'))
  fireEvent.click(screen.getByLabelText('Fri 4'))
  click('Copy')

  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]?.map((change) => 'startTime' in change && change.startTime)).toEqual([
    at('2026-12-03', '18:00'),
    at('2026-12-04', '18:00'),
  ])
})

test('CopyWeekDialog copies the single shows to the next week, and shows that week [S-906]', async () => {
  const { saved } = await openWeek()
  click('Copy the week…')
  fireEvent.click(screen.getByLabelText('Remove the single shows of that week first'))
  const other = createProgramme({ from: '2026-12-07' })
  const nextWeek = {
    ...other,
    shows: other.shows.slice(0, 1).map((show) => ({
      ...show,
      _id: 'show-9',
      startTime: at('2026-12-09', '18:00'),
      endTime: at('2026-12-09', '20:30'),
    })),
  }
  const sentLater = mockCalls([
    ['/draft', () => Response.json({ draft: savedDraft() })],
    ['/programme', nextWeek],
  ])
  click('Copy')

  await waitFor(() => expect(sentLater).toHaveLength(1))
  expect(saved()).toEqual([])
  expect(sentLater[0]?.body).toMatchObject({
    changes: [
      { type: 'remove', showtimeId: 'show-9' },
      { type: 'add', movieId: 'amaran', startTime: at('2026-12-08', '18:00') },
    ],
  })
  await screen.findByRole('columnheader', { name: 'Tue, 8 Dec' })
})

test('DailyRules leaves out a day, shows it again, changes, splits and removes a daily showtime [S-907]', async () => {
  const { saved } = await openWeek()
  const section = within(screen.getByRole('region', { name: 'Daily showtimes' }))
  const rule = { type: 'daily', screenId: 's2', at: '21:00' }

  fireEvent.click(section.getByRole('button', { name: 'Leave out a day…' }))
  await screen.findByLabelText('Day')
  type('Day', '2026-12-04')
  click('Leave it out')
  await section.findByText('Not on Fri, 4 Dec 2026')
  fireEvent.click(section.getByRole('button', { name: /^Not on Fri/ }))
  fireEvent.click(section.getByRole('button', { name: 'Edit…' }))
  await screen.findByLabelText('Movie')
  type('Movie', 'premiere')
  click('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(section.getByRole('button', { name: 'Turn into single shows' }))

  await waitFor(() => expect(saved().at(-1)).toHaveLength(4))
  expect(saved().at(-1)).toEqual([
    { ...rule, action: 'pause', date: '2026-12-04' },
    { ...rule, action: 'resume', date: '2026-12-04' },
    {
      ...rule,
      action: 'set',
      movieId: 'premiere',
      cutoffMinutes: 30,
      from: { screenId: 's2', at: '21:00' },
    },
    { ...rule, action: 'split' },
  ])
})

test('a draft that another window has saved is shown, and undo returns to the own one [S-910]', async () => {
  const other: ProgrammeChange[] = [{ type: 'remove', showtimeId: 'daily-2026-12-04' }]
  let reads = 0
  let isRefused = false
  const { saved } = await openWeek([
    [
      '/draft',
      () => {
        reads += 1
        if (reads === 1) return Response.json({ draft: savedDraft() })
        if (isRefused) return Response.json({ draft: savedDraft(other, 3) })
        isRefused = true
        return refusal('CLOSED', 'This draft was changed in another window.')
      },
    ],
  ])
  await moveCursorTo(showNamed(AMARAN))
  press(showNamed(AMARAN), 'Delete')

  await screen.findByRole('button', { name: /^Lucky.*Removed/ })
  expect(showNamed(AMARAN).getAttribute('data-state')).toBe('same')
  click('Undo')
  await screen.findByRole('button', { name: /^Amaran.*Removed/ })
  await waitFor(() => expect(saved()).toHaveLength(2))
})

test('a draft that is not saved says so, and is saved at another attempt [S-910]', async () => {
  let isDown = true
  const { sent } = await openWeek([
    [
      '/draft',
      () =>
        isDown && sent.length > 0
          ? refusal('INVALID', 'No.', 400)
          : Response.json({ draft: savedDraft() }),
    ],
  ])
  await moveCursorTo(showNamed(AMARAN))
  press(showNamed(AMARAN), 'Delete')
  await screen.findByText(/not saved on the server/)
  isDown = false
  click('Save again')

  await screen.findByText(/not applied yet/)
})

test('the link of a draft offers the changes of another device [S-910]', async () => {
  const shared: ProgrammeChange[] = [{ type: 'remove', showtimeId: 'show-1' }]
  let reads = 0
  const { saved } = await openWeek(
    [
      [
        '/draft',
        () => {
          reads += 1
          const draft = {
            ...savedDraft(shared),
            _id: 'draft-2',
            device: { _id: 'd2', name: 'Lobby' },
          }
          return Response.json({ draft: reads < 3 ? draft : savedDraft(shared) })
        },
      ],
    ],
    '/programme?draft=draft-9',
  )
  await screen.findByText('Lobby')
  click('Use these changes')

  await waitFor(() => expect(saved()).toEqual([shared]))
})

test('the changes of another device keep the programme for which they were made, and undo returns to the own ones [S-859] [S-910]', async () => {
  const own: ProgrammeChange[] = [{ type: 'remove', showtimeId: 'show-1' }]
  const shared: ProgrammeChange[] = [{ type: 'remove', showtimeId: 'none' }]
  const device = { _id: 'd2', name: 'Lobby' }
  const lobby = { ...savedDraft(shared), _id: 'draft-9', programmeVersion: 4, device }
  const answer = () => {
    const [path, init] = vi.mocked(fetch).mock.lastCall ?? []
    if (String(path).includes('id=draft-9')) return lobby
    return init?.method === 'PUT'
      ? { ...savedDraft(), ...JSON.parse(String(init.body)) }
      : savedDraft(own)
  }
  const { sent } = await openWeek(
    [['/draft', () => Response.json({ draft: answer() })]],
    '/programme?draft=draft-9',
  )
  const outdated = /The programme has changed since/
  await screen.findByText('Lobby')
  expect(screen.queryByText(outdated)).toBeNull()
  click('Use these changes')

  await screen.findByText(outdated)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ changes: shared, programmeVersion: 4 })
  click('Undo')
  await waitFor(() => expect(screen.queryByText(outdated)).toBeNull())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toMatchObject({ changes: own, programmeVersion: 5 })
})

test('ProgrammePage of a narrow window lists a day by screen [S-911]', async () => {
  isWide = false
  await openWeek()
  expect(screen.queryByRole('grid')).toBeNull()
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-01' } })

  const section = within(screen.getByRole('region', { name: 'Screen 1' }))
  fireEvent.click(section.getByRole('button', { name: /Amaran/ }))
  await screen.findByRole('dialog', { name: 'Amaran' })
})
