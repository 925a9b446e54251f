import type { Challenge, Proof } from '@marquee/contract/calls/proof-of-work'
import { logWarning } from '@marquee/ui-kit/lib/log.ts'

/** Solves a challenge in a worker, so that the page stays responsive. Returns undefined if the browser cannot. */
export async function solveChallenge(challenge: Challenge): Promise<Proof | undefined> {
  // Vite bundles a worker only if it finds its URL here.
  const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), {
    type: 'module',
  })
  try {
    const solution = await new Promise<Proof['solution'] | null>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage(challenge)
    })
    return solution ? { challenge, solution } : undefined
  } catch (error) {
    logWarning('challenge could not be solved:', error)
    return undefined
  } finally {
    worker.terminate()
  }
}
