import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPass, parseToken, signedMessage, toToken } from '@marquee/contract/tickets/passes'
import { chromium, type Page } from '@playwright/test'
import { writeCameraVideo } from './camera-video.ts'
import { expect, type Office, type StaffDevice, sellSeats, test } from './office-fixtures.ts'

const PHONE_WIDTH = 390

interface DoorList {
  bookings: { reference: string; admitted: number }[]
  excessAdmissions: { reference: string }[]
}

const openDoor = async ({ page }: StaffDevice, showtimeId: string) => {
  await page.goto(`/door?show=${showtimeId}`)
  await expect(page.getByText('let in', { exact: true })).toBeVisible()
  await expect(page.getByText('Online')).toBeVisible()
}

/** Types like a hand scanner: into the page, with Enter at the end. */
async function typeCode(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

const answer = (page: Page) => page.getByRole('alert')

const admittedOf = async ({ get }: Pick<StaffDevice, 'get'>, showtimeId: string) => {
  const { bookings } = await get<DoorList>(`door/${showtimeId}`)
  return bookings.reduce((sum, { admitted }) => sum + admitted, 0)
}

test('a typed reference admits the party, part of it after a correction, and undo takes it back', async ({
  office,
}) => {
  const manager = await office.pair('manager')
  const door = await office.pair('door', { width: PHONE_WIDTH })
  const show = await office.takeShow(manager)
  const { booking } = await sellSeats(manager, show._id, { count: 3 })
  await openDoor(door, show._id)

  await typeCode(door.page, booking.reference.toLowerCase())
  await expect(answer(door.page)).toContainText('Admit 3')
  await door.page.getByRole('button', { name: '2 of 3' }).click()
  await expect(answer(door.page)).toContainText('Admit 2')
  await expect.poll(() => admittedOf(manager, show._id)).toBe(2)

  await door.page.getByTitle('Within 60 seconds').click()
  await expect.poll(() => admittedOf(manager, show._id)).toBe(0)
})

test('part of a party whose tickets were sold a moment ago is admitted, and can be undone', {
  tag: '@test-all',
}, async ({ office }) => {
  const manager = await office.pair('manager')
  const door = await office.pair('door', { width: PHONE_WIDTH })
  const show = await office.takeShow(manager)
  await openDoor(door, show._id)
  const { passes } = await sellSeats(manager, show._id, { count: 3 })

  await typeCode(door.page, passes[0]?.token ?? '')
  await expect(answer(door.page)).toContainText('Admit 3')
  await door.page.getByRole('button', { name: '2 of 3' }).click()
  await expect(answer(door.page)).toContainText('1 more can come later')
  await door.page.getByTitle('Within 60 seconds').click()
  await expect.poll(() => admittedOf(manager, show._id)).toBe(0)
})

test('30 scans without a network arrive once when it returns', { tag: '@test-all' }, async ({
  office,
}) => {
  const manager = await office.pair('manager')
  const door = await office.pair('door', { width: PHONE_WIDTH })
  const show = await office.takeShow(manager)
  const tickets = []
  for (let n = 0; n < 30; n += 1) tickets.push(await sellSeats(manager, show._id))
  await openDoor(door, show._id)
  await door.context.setOffline(true)
  await expect(door.page.getByText('Offline: this device decides alone')).toBeVisible()

  for (const { booking } of tickets) {
    await typeCode(door.page, booking.reference)
    await expect(answer(door.page)).toContainText('Admit 1')
    await door.page.keyboard.press('Enter')
    await expect(answer(door.page)).toHaveCount(0)
  }
  await typeCode(door.page, tickets[0]?.booking.reference ?? '')
  await expect(answer(door.page)).toContainText('Already admitted')
  await door.page.keyboard.press('Enter')
  await expect(door.page.getByText('30 to send')).toBeVisible()
  expect(await admittedOf(manager, show._id)).toBe(0)

  await door.context.setOffline(false)
  await expect(door.page.getByText('to send')).toHaveCount(0)
  const { device } = await door.get<{ device: { _id: string } }>('device')
  const { entries } = await manager.get<{
    entries: { action: string; after: { scanId: string } }[]
  }>(`audit?device=${device._id}`)
  const admitted = entries.filter(({ action }) => action === 'admission.admit')
  expect(new Set(admitted.map(({ after }) => after.scanId)).size).toBe(30)
  expect(await admittedOf(manager, show._id)).toBe(30)
})

test('two doors that let the same pass in without a network are both told', {
  tag: '@test-all',
}, async ({ office }) => {
  const manager = await office.pair('manager')
  const doors = [
    await office.pair('door', { name: 'Door A' }),
    await office.pair('door', { name: 'Door B' }),
  ]
  const show = await office.takeShow(manager)
  const { booking, passes } = await sellSeats(manager, show._id, { count: 2 })
  for (const door of doors) {
    await openDoor(door, show._id)
    await door.context.setOffline(true)
    await expect(door.page.getByText('Offline: this device decides alone')).toBeVisible()
    await typeCode(door.page, passes[0]?.token ?? '')
    await expect(answer(door.page)).toContainText('Admit 2')
    await door.page.keyboard.press('Enter')
  }
  for (const door of doors) await door.context.setOffline(false)

  for (const door of doors) {
    const excessAdmissions = door.page.getByRole('region', { name: 'Let in too many' })
    await expect(excessAdmissions).toContainText(booking.reference)
    await expect(excessAdmissions).toContainText('Door A')
    await expect(excessAdmissions).toContainText('Door B')
  }
})

test('the door opens and decides without a network after a reload, and sends the scan once when it returns', async ({
  office,
}) => {
  const manager = await office.pair('manager')
  const door = await office.pair('door', { serviceWorkers: 'allow' })
  const show = await office.takeShow(manager)
  const { booking } = await sellSeats(manager, show._id)
  await openDoor(door, show._id)
  await door.page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await door.context.setOffline(true)
  await door.page.reload()

  await expect(door.page.getByText('Offline: this device decides alone')).toBeVisible()
  await typeCode(door.page, booking.reference)
  await expect(answer(door.page)).toContainText('Admit 1')
  await door.page.keyboard.press('Enter')
  await typeCode(door.page, booking.reference)
  await expect(answer(door.page)).toContainText('Already admitted')
  await door.page.keyboard.press('Enter')
  await expect(door.page.getByText('1 to send')).toBeVisible()
  expect(await admittedOf(manager, show._id)).toBe(0)

  await door.context.setOffline(false)
  await expect(door.page.getByText('to send')).toHaveCount(0)
  expect(await admittedOf(manager, show._id)).toBe(1)
})

/** The same pass, signed with a key of its own, as another cinema would. */
async function signWithOtherKey(token: string) {
  const signed = parseToken(token)
  if (!signed) throw new Error('Not a token')
  const { privateKey } = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
  ])) as CryptoKeyPair
  const payload = packPass(signed.pass, signed.keyId)
  const signature = await crypto.subtle.sign('Ed25519', privateKey, signedMessage(payload))
  return toToken(payload, new Uint8Array(signature))
}

/** Changes a letter in the middle of the signature. */
const alter = (token: string) =>
  token.slice(0, 100) + (token[100] === 'A' ? 'B' : 'A') + token.slice(101)

/** Runs in the page. Records all answers: the good ones close by themselves. */
function recordAnswers() {
  const answers: string[] = []
  Object.assign(window, { answers })
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('[role=alert]')) answers.push(one.textContent)
  }).observe(document, { subtree: true, childList: true })
}

const listAnswers = (page: Page) =>
  page.evaluate(() => (window as unknown as { answers: string[] }).answers.join())

/** Shows the passes to the camera of a door, one after the other, with the answer that each of them gets. */
async function scanAll(
  office: Office,
  [manager, showtimeId]: readonly [StaffDevice, string],
  { admitted, cases }: { admitted: number; cases: (readonly [token: string, expected: string])[] },
) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-camera-'))
  for (const [index, [token, expected]] of cases.entries()) {
    const video = join(folder, `${index}.mjpeg`)
    await writeCameraVideo(video, token)
    const browser = await chromium.launch({
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        ...['--no-sandbox', '--use-fake-ui-for-media-stream'],
        ...['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`],
      ],
    })
    const door = await office.pair('door', { browser, width: PHONE_WIDTH })
    await door.page.addInitScript(recordAnswers)
    await door.page.goto(`/door?show=${showtimeId}`)
    await expect.poll(() => listAnswers(door.page)).toContain(expected)
    await expect.poll(() => admittedOf(manager, showtimeId)).toBe(admitted)
    await browser.close()
  }
  rmSync(folder, { recursive: true })
}

test('the camera reads a pass and admits its party', async ({ office }) => {
  const manager = await office.pair('manager')
  const show = await office.takeShow(manager)
  const { passes } = await sellSeats(manager, show._id, { count: 2 })
  await scanAll(office, [manager, show._id], {
    admitted: 2,
    cases: [[passes[0]?.token ?? '', 'Admit 2']],
  })
})

test('the camera tells valid, already admitted, wrong show, altered and foreign passes', {
  tag: '@test-all',
}, async ({ office }) => {
  const manager = await office.pair('manager')
  const [show, other] = [await office.takeShow(manager), await office.takeShow(manager)]
  const valid = (await sellSeats(manager, show._id)).passes[0]?.token ?? ''
  const wrongShow = (await sellSeats(manager, other._id)).passes[0]?.token ?? ''
  await scanAll(office, [manager, show._id], {
    admitted: 1,
    cases: [
      [valid, 'Admit 1'],
      [valid, 'Already admitted'],
      [wrongShow, 'Wrong show'],
      [alter(valid), 'Not genuine'],
      [await signWithOtherKey(valid), 'Not genuine'],
    ],
  })
})
