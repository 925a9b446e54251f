import { expect, test } from 'vitest'
import { createWorker } from './worker.ts'

const script = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

test('a thread that breaks is an error for whoever waits for it, and the next gets another', async () => {
  const ask = createWorker<string, string>(
    script(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ id, work }) => {
        if (work === 'break') throw new Error('broken')
        if (work !== 'wait') parentPort.postMessage({ id, answer: work })
      })`),
  )
  const asked = await Promise.allSettled([ask('wait'), ask('break')])

  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('done')).toBe('done')
})
