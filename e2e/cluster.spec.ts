import { runCluster } from '../server/test/cluster/command.ts'
import { createDataDir } from '../server/test/support/server-process.ts'
import { createPostgresDatabase } from '../server/test/support/test-postgres.ts'
import { test as base, expect } from './fixtures.ts'
import {
  expectLive,
  expectSignedIn,
  findSeat,
  openSeatScreen,
  selectSeat,
  signOut,
} from './steps.ts'

const { TEST_DATABASE_URL: POSTGRES, TEST_REDIS_URL: REDIS } = process.env
const METRICS_TOKEN = 'a token for tests that is long enough'

/** Starts three nodes with `npm run cluster`. */
const test = base.extend<{ cluster: ReturnType<typeof runCluster> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  cluster: async ({}, use) => {
    const data = createDataDir()
    const database = await createPostgresDatabase(POSTGRES ?? '')
    const cluster = runCluster({
      DATABASE_URL: database.url,
      REDIS_URL: REDIS ?? '',
      DATA_DIR: data.dataDir,
      METRICS_TOKEN,
    })
    await cluster.url()
    await use(cluster)
    await cluster.close()
    await database.drop()
    data.remove()
  },
})

/** Returns the nodes with open sockets and the number of their sockets. */
async function findNodesWithSockets(cluster: ReturnType<typeof runCluster>) {
  const nodes = [...(await cluster.nodes())].map(async ([name, { url, pid }]) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const answer = await fetch(`${url}/metrics`, { headers })
    const [, sockets] = /^marquee_sockets (\d+)$/m.exec(await answer.text()) ?? []
    return { name, pid, sockets: Number(sockets) }
  })
  return (await Promise.all(nodes)).filter(({ sockets }) => sockets > 0)
}

test.describe('three nodes', () => {
  // biome-ignore lint/suspicious/noSkippedTests: without PostgreSQL and Redis there can be no cluster.
  test.skip(
    !(POSTGRES && REDIS),
    'Needs PostgreSQL and Redis: set TEST_DATABASE_URL and TEST_REDIS_URL.',
  )

  test('two users on different nodes see the holds of each other, also after one node is killed', async ({
    browser,
    cluster,
  }) => {
    const baseURL = await cluster.url()
    const openPage = async () => (await browser.newContext({ baseURL })).newPage()
    const [asha, ravi] = [await openPage(), await openPage()]
    await asha.goto('/')
    await openSeatScreen(asha, 'Amaran')
    await ravi.goto(asha.url())
    await expectLive(ravi)
    const nodes = await findNodesWithSockets(cluster)
    expect(nodes.map(({ sockets }) => sockets)).toEqual([1, 1])

    const ashaSeat = await selectSeat(asha, 'Premium')
    await expect(findSeat(ravi, ashaSeat, 'held')).toBeVisible()
    const raviSeat = await selectSeat(ravi, 'Premium')
    await expect(findSeat(asha, raviSeat, 'held')).toBeVisible()

    process.kill(nodes[0]?.pid ?? 0, 'SIGKILL')
    await cluster.nodes(4)
    await expect(async () => {
      const sockets = (await findNodesWithSockets(cluster)).map((node) => node.sockets)
      expect(sockets.reduce((sum, count) => sum + count, 0)).toBe(2)
    }).toPass()
    await expectLive(asha)
    await expectLive(ravi)

    await expect(findSeat(asha, ashaSeat, 'selected')).toBeVisible()
    const thirdSeat = await selectSeat(ravi, 'Premium')
    await expect(findSeat(asha, thirdSeat, 'held')).toBeVisible()
    await findSeat(asha, ashaSeat).click()
    await expect(findSeat(ravi, ashaSeat, 'available')).toBeVisible()
  })

  test('Google sign-in works when different nodes answer the requests', async ({
    browser,
    cluster,
  }) => {
    const page = await (await browser.newContext({ baseURL: await cluster.url() })).newPage()
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await page.goto('/sign-in')
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await page.getByRole('button', { name: 'Asha Raman' }).click()
      await expectSignedIn(page, 'asha.raman@example.com')
      await signOut(page)
    }
  })
})
