import type { PipelinedConnection, PipelinedDatabase } from './pipelined-connection.ts'
import { timeoutError } from './write-monitor.ts'

interface Timing {
  durable: boolean
  timeoutMs: number
  /** Starts the time limit at the commit. */
  isLong: boolean
}

type TransactionWork<T> = (connection: PipelinedConnection, onCommit: () => void) => Promise<T>

/**
 * Runs a transaction on a connection of its own. Throws a transient error when it is not over in time. It may be committed
 * later if it was waiting for its commit.
 */
export async function runInTime<T>(
  db: PipelinedDatabase,
  timing: Timing,
  run: TransactionWork<T>,
): Promise<T> {
  const { writes } = db
  if (timing.durable) writes.assertCommitsComplete()
  const expired = Promise.withResolvers<never>()
  let connection: PipelinedConnection | undefined
  let isCommitting = false
  let isExpired = false
  let timer: NodeJS.Timeout | undefined

  const startTimer = () => {
    timer ??= setTimeout(expire, timing.timeoutMs)
  }
  function expire() {
    isExpired = true
    // One waiting commit keeps its connection, so that its answer shows when commits work again. All other connections are closed;
    // `assertCommitsComplete` refuses new durable transactions until then.
    if (!(timing.durable && isCommitting && writes.keepUnanswered(transaction)))
      connection?.destroy()
    expired.reject(timeoutError('The transaction took too long'))
  }
  const onCommit = () => {
    isCommitting = true
    startTimer()
  }

  async function runOnConnection() {
    connection = await db.acquirePipelined()
    try {
      if (isExpired) throw timeoutError('The transaction took too long')
      return await run(connection, onCommit)
    } finally {
      connection.release()
    }
  }

  if (!timing.isLong) startTimer()
  const transaction = runOnConnection()
  try {
    return await Promise.race([transaction, expired.promise])
  } catch (error) {
    writes.recordFailure(error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
