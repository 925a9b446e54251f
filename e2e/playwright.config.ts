import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 0,
  reporter: 'list',
  use: {
    // An element that never comes fails its test with its name, long before the time of the test is over.
    actionTimeout: 60_000,
    locale: 'en-IN',
    // Not the time zone of the cinema: pages must show the time of the cinema.
    timezoneId: 'America/Los_Angeles',
    // Tests mock responses, which a service worker would bypass. Tests of the installed app allow it.
    serviceWorkers: 'block',
    // Recording each test takes a sixth of the time.
    trace: 'off',
    // Motion takes a tenth of the time. The tests of pages in motion allow it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
})
