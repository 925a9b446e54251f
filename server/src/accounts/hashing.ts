import { createWorker } from '../platform/worker.ts'
import type { HashWork } from './hashing.worker.ts'

const ask = createWorker<HashWork, string | boolean>(
  new URL('./hashing.worker.ts', import.meta.url),
)

/** As argon2id, with a salt of its own. */
export const hash = async (password: string) => String(await ask({ password }))

/** Whether the password is the one behind the hash. */
export const verify = async (stored: string, password: string) =>
  (await ask({ password, stored })) === true
