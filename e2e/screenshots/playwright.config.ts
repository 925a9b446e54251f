import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** Pictures of every screen in every state, to be looked at: `npm run screenshots`. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'screenshots.ts',
  outputDir: '../../screenshots/.traces',
})
