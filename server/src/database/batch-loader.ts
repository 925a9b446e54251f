/** With so many names, a statement is long enough. */
const MOST = 500

/**
 * Reads what is asked for by name: all that comes while something is being read goes together, next. Whoever asks is answered
 * from a reading that began after they asked.
 */
export function createBatchLoader<Found>(read: (names: string[]) => Promise<Map<string, Found>>) {
  const waiting: (PromiseWithResolvers<Found | undefined> & { name: string })[] = []
  let isReading = false

  function ask(name: string) {
    const entry = { name, ...Promise.withResolvers<Found | undefined>() }
    waiting.push(entry)
    if (!isReading) void go()
    return entry.promise
  }

  async function go() {
    isReading = true
    while (waiting.length > 0) {
      const some = waiting.splice(0, MOST)
      try {
        const found = await read([...new Set(some.map(({ name }) => name))])
        for (const { name, resolve } of some) resolve(found.get(name))
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    isReading = false
  }

  return ask
}
