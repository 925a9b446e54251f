import { defineConfig } from 'vitest/config'

/** Limits are long, because tests start servers and databases, which is slow on a busy machine. No test judges a duration. */
const LIMITS = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

const node = (name: string, include: string[]) => ({
  test: { name, include, environment: 'node' as const, ...LIMITS },
})

export default defineConfig({
  test: {
    // Each processor runs a file.
    maxWorkers: '100%',
    tags: [
      {
        name: 'test-all',
        description:
          'Only in `npm run test:all`: takes minutes, repeats at random, or is proven at a lower level too.',
      },
    ],
    // The list of failed tests shows the compared values, such as the violations of a soak run.
    chaiConfig: { truncateThreshold: 800 },
    projects: [
      node('contract', ['contract/**/*.test.ts']),
      {
        test: {
          ...node('server', ['server/**/*.test.ts']).test,
          exclude: ['server/test/soak/**'],
          // Loading the server takes longer than most files, so a process runs many files.
          isolate: false,
          globalSetup: ['server/test/support/database-templates.ts'],
        },
      },
      {
        test: {
          ...node('soak', ['server/test/soak/*.test.ts']).test,
          globalSetup: ['server/test/support/database-templates.ts'],
        },
      },
      node('tools', ['tools/**/*.test.{mjs,ts}']),
      {
        test: {
          name: 'browser',
          include: ['browser/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
        },
      },
      {
        test: {
          name: 'office',
          include: ['office/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 30_000,
          setupFiles: ['./office/test/setup.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 30_000,
          setupFiles: ['./web/test/setup.ts'],
        },
      },
    ],
  },
})
