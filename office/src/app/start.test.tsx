import { forgetEarlyResponses, takeEarlyResponse } from '@marquee/ui-kit/lib/early-calls.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { deviceQuery } from '#lib/device.queries.ts'
import { storeDevice } from '#lib/stored-device.ts'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { MANAGER } from '#test/render-page.tsx'
import { loadedPage } from './load-page.ts'

const WEEK = '/api/office/programme?from=2026-11-30&days=7'
const DRAFT = '/api/office/programme/draft'
const DEVICE = '/api/office/device'

beforeEach(() => {
  forgetEarlyResponses()
  vi.doMock('./main.tsx', () => ({}))
})

let runs = 0
/** Runs the module again, at an address: the query makes it another one. Returns the calls that it has made. */
async function runStart(address: string, device = MANAGER) {
  mockCalls([[DEVICE, device]])
  storeDevice(device)
  history.replaceState(null, '', address)
  runs += 1
  await import(/* @vite-ignore */ `./start.ts?run=${runs}`)
  history.replaceState(null, '', '/')
  return vi.mocked(fetch).mock.calls.map(([path]) => String(path))
}

test('start asks for the device, the week, the draft and the code of the programme while the app is loaded [S-1190]', async () => {
  const calls = await runStart('/programme?from=2026-12-03')

  expect(calls).toEqual([DEVICE, WEEK, DRAFT])
  await vi.waitFor(() => expect(loadedPage('programme')).toBeDefined())
})

test.each([
  ['the device alone on another page', '/audit', [DEVICE]],
  ['nothing on the page that pairs the device', '/pair', []],
])('start asks for %s [S-1190]', async (_, address, calls) => {
  expect(await runStart(address)).toEqual(calls)
})

test('start reads no week on a locked device, and an answer to a locked device is not used later [S-1190]', async () => {
  const locked = { ...MANAGER, isLocked: true }
  expect(await runStart('/programme', locked)).toEqual([DEVICE])

  await runStart('/programme?from=2026-12-03')
  mockCalls([[DEVICE, locked]])
  takeEarlyResponse(DEVICE)
  await queryClient.fetchQuery(deviceQuery)
  expect(takeEarlyResponse(WEEK)).toBeUndefined()
})

test.each(['foo', '', '2026-13-01'])(
  'start reads the current week if the address names the day %o [S-1190]',
  async (day) => {
    const calls = await runStart(`/programme?from=${day}`)

    expect(calls).toHaveLength(3)
    expect(calls[1]).toMatch(/programme\?from=\d{4}-\d{2}-\d{2}&days=7$/)
  },
)

test('an answer to a device that is no longer paired is not used later [S-1190]', async () => {
  await runStart('/programme?from=2026-12-03')
  takeEarlyResponse(DEVICE)
  mockCalls([[DEVICE, () => refusal('NO_DEVICE', 'This device is not paired.', 401)]])
  await queryClient.fetchQuery({ ...deviceQuery, staleTime: 0 })
  expect(takeEarlyResponse(WEEK)).toBeUndefined()
})
