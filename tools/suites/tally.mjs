const COUNTS = {
  vitest: (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  /** A test that failed and then passed on a retry is one that passed. */
  playwright: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
}

/**
 * What a runner's JSON report counts. A runner that left no report, ran no test, or failed for a
 * reason that no test carries (a file that does not load, a server that does not start) counts as
 * one failure, so that nothing passes by not running.
 */
export function tally(runner, report, code) {
  const { passed, failed } = report ? COUNTS[runner](report) : { passed: 0, failed: 0 }
  const silent = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: silent ? 1 : failed }
}

export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
})
