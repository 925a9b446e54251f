import { defineConfig } from 'vitest/config'

const node = (name: string, include: string[]) => ({
  // Tests start real servers and databases, which is slow on a busy machine.
  test: { name, include, environment: 'node' as const, testTimeout: 180_000, hookTimeout: 60_000 },
})

const client = {
  // The default limit of one second is too short on a busy machine.
  ...{ testTimeout: 180_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } },
  // The files of a worker share their modules. Measured: 60 instead of 150 processor seconds.
  ...{ isolate: false, restoreMocks: true, unstubGlobals: true },
  sequence: { setupFiles: 'list' as const },
  fakeTimers: { shouldClearNativeTimers: true },
}

/** Component tests. The set-up resets the page after each test. */
const components = (name: 'office' | 'web') => ({
  test: {
    ...client,
    ...{ name, include: [`${name}/src/**/*.test.tsx`], environment: 'jsdom' as const },
    setupFiles: [
      './browser/test/setup.ts',
      './browser/test/setup-page.ts',
      `./${name}/test/setup.ts`,
    ],
  },
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
        description:
          'Runs in `npm run test:all` only: takes minutes, repeats at random, or is proven at a lower level.',
      },
    ],
    expect: { poll: { timeout: 30_000 } },
    projects: [
      node('contract', ['contract/**/*.test.ts']),
      node('server', ['server/**/*.test.ts']),
      node('tools', ['tools/**/*.test.{mjs,ts}']),
      components('office'),
      components('web'),
      {
        test: {
          ...client,
          ...{ name: 'client', include: ['{browser,office,web}/src/**/*.test.ts'] },
          setupFiles: ['./browser/test/setup.ts'],
        },
      },
    ],
  },
})
