import { defineConfig } from 'vitest/config'

/** Limits are long, because tests start servers and databases, which is slow on a busy machine. No test judges a duration. */
const LIMITS = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

/** Projects run in this order, pure tests first. A worker would start anew for each file of another project. */
const inOrder = (groupOrder: number) => ({ sequence: { groupOrder } })

/** The files of a worker share their modules: loading them takes longer than most files. */
const SHARED = { ...LIMITS, isolate: false }

/** Tests of browser code: 35 processor seconds instead of 150 with modules of their own. */
const client = (groupOrder: number) => ({
  ...SHARED,
  restoreMocks: true,
  unstubGlobals: true,
  sequence: { groupOrder, setupFiles: 'list' as const },
  fakeTimers: { shouldClearNativeTimers: true },
})

/** Component tests. The set-up resets the page after each test. */
const components = (name: 'office' | 'ui-kit' | 'web', groupOrder: number) => ({
  test: {
    ...client(groupOrder),
    name,
    include: [`${name}/src/**/*.test.tsx`],
    environment: 'jsdom' as const,
    setupFiles: [
      './ui-kit/test/setup.ts',
      './ui-kit/test/setup-page.ts',
      ...(name === 'ui-kit' ? [] : [`./${name}/test/setup.ts`]),
    ],
  },
})

const SERVER_SETUP = [
  'server/test/support/database-templates.ts',
  'server/test/support/warm-compile-cache.ts',
]

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
      { test: { ...SHARED, ...inOrder(0), name: 'contract', include: ['contract/**/*.test.ts'] } },
      { test: { ...LIMITS, ...inOrder(1), name: 'tools', include: ['tools/**/*.test.mjs'] } },
      {
        test: {
          ...client(2),
          name: 'client',
          include: ['{ui-kit,office,web}/src/**/*.test.ts'],
          setupFiles: ['./ui-kit/test/setup.ts'],
        },
      },
      components('ui-kit', 3),
      components('office', 4),
      components('web', 5),
      {
        test: {
          ...SHARED,
          ...inOrder(6),
          name: 'server',
          include: ['{bench,server}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'server/test/soak/**'],
          globalSetup: SERVER_SETUP,
        },
      },
      {
        test: {
          ...LIMITS,
          ...inOrder(7),
          name: 'soak',
          include: ['server/test/soak/*.test.ts'],
          maxWorkers: 1,
          globalSetup: SERVER_SETUP,
        },
      },
    ],
  },
})
