/** Fetches, and puts on record what no server may answer, whatever breaks around it: a fault of its own, or "not now" without "when". */
export const aCaller =
  (seen: string[]): typeof fetch =>
  async (...call) => {
    const answer = await fetch(...call)
    const { status, headers } = answer
    const isNotNow = status === 503 && headers.has('retry-after')
    if (status >= 500 && !isNotNow) {
      seen.push(`${String(call[0])} was answered with ${status}: ${await answer.clone().text()}`)
    }
    return answer
  }
