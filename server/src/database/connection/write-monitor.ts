import { type StorageProblem, storageProblemOf } from '../error-kinds.ts'

/** A problem counts for this long after a failed write, because on a full disk a smaller write may still succeed. */
const RECENT_MS = 2000

/** Remembers failed writes, and a durable commit that gets no answer: PostgreSQL waits for a lost standby without a time limit. */
export function createWriteMonitor(now: () => number = () => performance.now()) {
  let unansweredCommit: Promise<unknown> | undefined
  let failure: { problem: StorageProblem; at: number } | undefined

  return {
    /** Throws a transient error while an earlier commit waits: a further one would wait too, with its locks. */
    assertCommitsComplete() {
      if (unansweredCommit) throw timeoutError('An earlier commit is still waiting')
    },
    /** Keeps the first commit that gets no answer in time. Returns false if there is one already. */
    keepUnanswered(commit: Promise<unknown>) {
      if (unansweredCommit) return false
      const forget = () => {
        unansweredCommit = undefined
      }
      unansweredCommit = commit.then(forget, forget)
      return true
    },
    recordFailure(error: unknown) {
      const problem = storageProblemOf(error)
      if (problem) failure = { problem, at: now() }
    },
    /** The problem of a write that failed in the last seconds. */
    recentProblem: () => (failure && now() - failure.at < RECENT_MS ? failure.problem : null),
  }
}

export const timeoutError = (message: string) =>
  Object.assign(new Error(message), { code: 'ETIMEDOUT' })
