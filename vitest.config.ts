import { defineConfig } from 'vitest/config'

const node = (name: string, include: string[]) => ({
  // Tests start real servers and databases, which is slow on a busy machine.
  test: { name, include, environment: 'node' as const, testTimeout: 180_000, hookTimeout: 60_000 },
})

export default defineConfig({
  test: {
    // Many tests wait for a database or a server of their own, so each processor runs a file. Measured on two: 14 instead of 21 minutes.
    maxWorkers: '100%',
    // Each concurrent soak run loads a server and its visitors.
    maxConcurrency: 2,
    // The list of failed tests shows the compared values, such as the violations of a soak run.
    chaiConfig: { truncateThreshold: 800 },
    tags: [
      {
        name: 'test-all',
        description: 'Runs in `npm run test:all` only: takes minutes, repeats at random, or is proven at a lower level.',
      },
    ],
    expect: { poll: { timeout: 30_000 } },
    projects: [
      node('contract', ['contract/**/*.test.ts']),
      node('server', ['server/**/*.test.ts']),
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
