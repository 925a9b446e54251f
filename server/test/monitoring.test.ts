import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createHttpClient } from './support/http-client.ts'
import { createDataDir, startServer } from './support/server-process.ts'
import { createPostgresDatabase } from './support/test-postgres.ts'

const METRICS_TOKEN = 'a token that only tests use, long enough'
const FILES = ['prometheus-rules.yaml', 'grafana-dashboard.json']
const METRIC = /\b(?:marquee|nodejs|process)_[a-z0-9_]+\b/g
/** The series of a histogram. */
const HISTOGRAM_SERIES = ['_bucket', '_sum', '_count']
const ONLY_ON_CLUSTERS = ['marquee_redis_connected']
const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')

/** The names of all metrics that a server with these settings serves. */
async function servedMetrics(environment: Record<string, string>) {
  const data = createDataDir()
  const server = await startServer({ METRICS_TOKEN, DATA_DIR: data.dataDir, ...environment })
  try {
    const { text } = await createHttpClient(server.url).get('/metrics', {
      authorization: `Bearer ${METRICS_TOKEN}`,
    })
    return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? HISTOGRAM_SERIES.map((suffix) => name + suffix).concat(name) : name,
    )
  } finally {
    await server.kill('SIGTERM')
    data.remove()
  }
}

async function servedByCluster() {
  if (!TEST_DATABASE_URL || !TEST_REDIS_URL) return ONLY_ON_CLUSTERS
  const database = await createPostgresDatabase(TEST_DATABASE_URL)
  const names = await servedMetrics({
    DATABASE_URL: database.url,
    REDIS_URL: TEST_REDIS_URL,
    SESSION_SECRET: 'a secret that only tests use, long enough',
  })
  await database.drop()
  return names
}

let served: Set<string>
beforeAll(async () => {
  served = new Set([...(await servedMetrics({})), ...(await servedByCluster())])
})

test('alert rules and dashboard name only metrics that a server serves', async () => {
  for (const file of FILES) {
    const named = [...read(file).matchAll(METRIC)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(0)
    expect({ file, unknown: named.filter((name) => !served.has(name)) }).toEqual({
      file,
      unknown: [],
    })
  }
})

test('operations.md describes every metric of this server that it serves', async () => {
  const documented = read('../docs/operations.md')
  const own = [...served].filter((name) => name.startsWith('marquee_'))
  const isSeries = (name: string) => HISTOGRAM_SERIES.some((suffix) => name.endsWith(suffix))
  expect(own.filter((name) => !isSeries(name) && !documented.includes(`\`${name}`))).toEqual([])
})
