import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from '@playwright/test'
import encodeQr from 'qr'
import type { OfficeServer } from '../office-server.ts'
import type { Result } from '../report.ts'
import { median } from '../timing.ts'
import { openSlowPageIn } from './slow-page.ts'

const SCANS = 10
const QUIET_MS = 500

/** From the frame that first contains a code until the answer is painted, on a phone with a quarter of this processor's speed. */
export async function measureDoor(
  { shows, pair, placesOf, post }: OfficeServer,
  device: BrowserContextOptions,
): Promise<Result> {
  const show = shows[1]
  if (!show) throw new Error('The office has no shows')
  const seats = (await placesOf(show._id)).slice(0, SCANS)
  const { passes } = await post<{ passes: { token: string }[] }>(`shows/${show._id}/sell`, {
    placeIds: seats.map(({ _id }) => _id),
    payment: 'cash',
    totalCost: seats.reduce((total, { price }) => total + price, 0),
  })
  const context = await pair(device)
  const page = await openSlowPageIn(context)
  await page.addInitScript(FAKE_CAMERA)
  await page.goto(`/door?show=${show._id}`)
  await page.getByText('Online').waitFor()
  const times: number[] = []
  // The first pass is that of the whole party.
  for (const { token } of passes.slice(1, SCANS + 1)) times.push(await scan(page, token))
  await context.close()
  return {
    name: 'office: a code in front of the camera until the answer, 4× slower: longest',
    value: Math.max(...times),
    measured: `of ${times.length}: median ${Math.round(median(times))} ms`,
    goal: { atMost: 300, unit: ' ms' },
  }
}

async function scan(page: Page, token: string) {
  const code = encodeQr(token, 'raw', { ecc: 'medium', border: 4 })
  const time = await page.evaluate<number>(`window.showCode(${JSON.stringify(code)})`)
  await page.keyboard.press('Enter')
  await delay(QUIET_MS)
  return time
}

/** A canvas in place of the camera. `showCode` draws a code and resolves with the milliseconds until an answer is painted. */
const FAKE_CAMERA = `
const canvas = document.createElement('canvas')
Object.assign(canvas, { width: 1280, height: 720 })
const context = canvas.getContext('2d')
const clear = () => {
  context.fillStyle = '#7a7268'
  context.fillRect(0, 0, canvas.width, canvas.height)
}
clear()
const noise = setInterval(() => context.fillRect(0, 0, 1, 1), 33)
navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(30)
window.showCode = (rows) => new Promise((resolve) => {
  const drawnAt = performance.now()
  const cell = Math.floor(600 / rows.length)
  const [left, top] = [(canvas.width - cell * rows.length) / 2, (canvas.height - cell * rows.length) / 2]
  for (const [y, row] of rows.entries()) for (const [x, isDark] of row.entries()) {
    context.fillStyle = isDark ? '#000' : '#fff'
    context.fillRect(left + x * cell, top + y * cell, cell, cell)
  }
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=alert]')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => {
      clear()
      resolve(performance.now() - drawnAt)
    }))
  })
  observer.observe(document, { childList: true, subtree: true })
})`
