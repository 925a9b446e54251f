const MAX_RUNS = 3

/**
 * Repeats a run in which the machine stalled: it proves nothing, whatever it has found. Throws when the machine stalled in each of three runs.
 */
export async function runConclusively<Result extends { stalls: string[] }>(
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const from = performance.now()
    const result = await run()
    const seconds = Math.round((performance.now() - from) / 1000)
    const { stalls } = result
    const outcome =
      stalls.length === 0 ? '' : `, run ${attempt} is inconclusive: ${stalls.join(', ')}`
    process.stdout.write(`${name}: ${seconds} s${outcome}\n`)
    if (stalls.length === 0) return result
    if (attempt === MAX_RUNS)
      throw new Error(`inconclusive: the machine stalled in each of ${MAX_RUNS} runs (${stalls})`)
  }
}
