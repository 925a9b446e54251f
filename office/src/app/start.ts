import '#styles/app.css'
import type { getCurrentDevice } from '@marquee/contract/office/devices'
import type { getDraft } from '@marquee/contract/office/programme/drafts'
import { makeEarlyCall } from '@marquee/ui-kit/lib/early-calls.ts'
import { readStoredDevice } from '#lib/stored-device.ts'
import { weekOf, weekUrl } from '#lib/week.ts'
import { findPage, loadPage } from './load-page.ts'

// The contract itself would load zod.
const DEVICE: (typeof getCurrentDevice)['path'] = '/api/office/device'
const DRAFT: (typeof getDraft)['path'] = '/api/office/programme/draft'

void import('./main.tsx')
loadEarly()

/** Asks for what the page of the address needs while the code of the app is loaded and run: its code, and the answers to its first calls. */
function loadEarly() {
  const page = findPage(location)
  if (!page) return
  makeEarlyCall(DEVICE)
  if (page === 'programme') readWeekEarly()
  // The app loads it again and shows the error.
  loadPage(page).catch(() => undefined)
}

function readWeekEarly() {
  const device = readStoredDevice()
  if (!device || device.isLocked) return
  const clock = { now: Date.now(), timeZone: device.timeZone }
  makeEarlyCall(weekUrl(weekOf(new URLSearchParams(location.search), clock)))
  makeEarlyCall(DRAFT)
}
