import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** Takes screenshots of every screen in every state: `npm run screenshots`. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'screenshots.ts',
  outputDir: '../../screenshots/.traces',
})
