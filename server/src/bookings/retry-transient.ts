import { isTransientError } from '../database/error-kinds.ts'

/** A lock of whole tables may meet a transaction that locks in another order. The database then ends one of them. */
export async function retryTransient<T>(work: () => Promise<T>, retries = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (retries === 0 || !isTransientError(error)) throw error
    return retryTransient(work, retries - 1)
  }
}
