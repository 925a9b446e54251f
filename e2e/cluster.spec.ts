import { runCluster } from '../server/test/cluster/command.ts'
import { createDataDir } from '../server/test/support/server-process.ts'
import { createPostgresDatabase } from '../server/test/support/test-postgres.ts'
import { test as base, expect } from './fixtures.ts'
import { findSeat, openSeatScreen, selectSeat } from './steps.ts'

const { TEST_DATABASE_URL: POSTGRES, TEST_REDIS_URL: REDIS } = process.env
const TOKEN = 'figures for tests only, and long enough'

/** A cinema of three nodes, as `npm run cluster` opens it. */
const test = base.extend<{ cluster: ReturnType<typeof runCluster> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what this needs.
  cluster: async ({}, use) => {
    const data = createDataDir()
    const database = await createPostgresDatabase(POSTGRES ?? '')
    const command = runCluster({
      DATABASE_URL: database.url,
      REDIS_URL: REDIS ?? '',
      DATA_DIR: data.dataDir,
      METRICS_TOKEN: TOKEN,
    })
    await command.url()
    await use(command)
    await command.close()
    await database.drop()
    data.remove()
  },
})

/** The nodes that carry windows now. */
async function carriers(cluster: ReturnType<typeof runCluster>) {
  const nodes = [...(await cluster.nodes())]
  const figures = nodes.map(async ([name, { url, pid }]) => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const [, windows] = /^marquee_sockets (\d+)$/m.exec(await answer.text()) ?? []
    return { name, pid, windows: Number(windows) }
  })
  return (await Promise.all(figures)).filter(({ windows }) => windows > 0)
}

test.describe('three nodes', () => {
  // biome-ignore lint/suspicious/noSkippedTests: where there is none, these have nothing to run on.
  test.skip(
    !(POSTGRES && REDIS),
    'Needs PostgreSQL and Redis: set TEST_DATABASE_URL and TEST_REDIS_URL.',
  )

  test('two people on different nodes see each other’s seats, also after one of the nodes is killed', async ({
    browser,
    cluster,
  }) => {
    const baseURL = await cluster.url()
    const arrive = async () => (await browser.newContext({ baseURL })).newPage()
    const [asha, ravi] = [await arrive(), await arrive()]
    await asha.goto('/')
    await openSeatScreen(asha, 'Amaran')
    await ravi.goto(asha.url())
    await expect(ravi.getByText('Real-time updates active')).toBeVisible()
    const [first, second, ...more] = await carriers(cluster)
    expect([first?.windows, second?.windows, more]).toEqual([1, 1, []])

    const hers = await selectSeat(asha, 'Premium')
    await expect(findSeat(ravi, hers, 'held')).toBeVisible()
    const his = await selectSeat(ravi, 'Premium')
    await expect(findSeat(asha, his, 'held')).toBeVisible()

    process.kill(first?.pid ?? 0, 'SIGKILL')
    await cluster.nodes(4)
    await expect(async () => {
      const windows = (await carriers(cluster)).map((node) => node.windows)
      expect(windows.reduce((sum, some) => sum + some, 0)).toBe(2)
    }).toPass()
    for (const page of [asha, ravi]) {
      await expect(page.getByText('Real-time updates active')).toBeVisible()
    }

    await expect(findSeat(asha, hers, 'selected')).toBeVisible()
    const another = await selectSeat(ravi, 'Premium')
    await expect(findSeat(asha, another, 'held')).toBeVisible()
    await findSeat(asha, hers).click()
    await expect(findSeat(ravi, hers, 'available')).toBeVisible()
  })

  test('a person continues with Google, whichever nodes serve the way there and back', async ({
    browser,
    cluster,
  }) => {
    const page = await (await browser.newContext({ baseURL: await cluster.url() })).newPage()
    for (let visit = 0; visit < 4; visit += 1) {
      await page.goto('/sign-in')
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await page.getByRole('button', { name: 'Asha Raman' }).click()
      await expect(page.getByText('Welcome, asha.raman@example.com')).toBeVisible()
      await page.goto('/profile')
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL(/\/sign-in$/)
    }
  })
})
