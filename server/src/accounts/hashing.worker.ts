import { hashSync, verifySync } from '@node-rs/argon2'
import { doWork } from '../platform/worker-work.ts'

export interface HashWork {
  password: string
  /** What to compare with; nothing, to make a hash. */
  stored?: string
}

/** OWASP's first choice of argon2id, which is the library's default algorithm. Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

doWork(({ password, stored }: HashWork) =>
  stored === undefined ? hashSync(password, COST) : verifySync(stored, password),
)
