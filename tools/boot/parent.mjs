const LOOK_EVERY_MS = 200

/**
 * Ends this process, as SIGTERM would, once the shell that npm put above it is gone: npm passes a
 * SIGTERM to that shell alone, which dies of it and tells nobody. Started without npm, a process
 * may well outlive its parent.
 */
export function endWithParent(env = process.env) {
  if (!env.npm_lifecycle_event) return
  const parent = process.ppid
  const look = () => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
}
