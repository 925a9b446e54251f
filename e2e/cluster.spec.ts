import { runCluster } from '../server/test/cluster/command.ts'
import { createDataDir } from '../server/test/support/server-process.ts'
import { createPostgresDatabase } from '../server/test/support/test-postgres.ts'
import { test as base, openContext } from './fixtures.ts'
import { expectSignedIn, signOut } from './steps.ts'

const { TEST_DATABASE_URL: POSTGRES, TEST_REDIS_URL: REDIS } = process.env

/** Starts three nodes with `npm run cluster`. */
const test = base.extend<{ clusterUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  clusterUrl: async ({}, use) => {
    const data = createDataDir()
    const database = await createPostgresDatabase(POSTGRES ?? '')
    const cluster = runCluster({
      DATABASE_URL: database.url,
      REDIS_URL: REDIS ?? '',
      DATA_DIR: data.dataDir,
    })
    await use(await cluster.url())
    await cluster.close()
    await database.drop()
    data.remove()
  },
})

// biome-ignore lint/suspicious/noSkippedTests: without PostgreSQL and Redis there can be no cluster.
test.skip(
  !(POSTGRES && REDIS),
  'Needs PostgreSQL and Redis: set TEST_DATABASE_URL and TEST_REDIS_URL.',
)

test('Google sign-in works when different nodes answer the requests', { tag: '@test-all' }, async ({
  browser,
  clusterUrl,
}) => {
  const page = await (await openContext(browser, { baseURL: clusterUrl })).newPage()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Asha Raman' }).click()
    await expectSignedIn(page, 'asha.raman@example.com')
    await signOut(page)
  }
})
