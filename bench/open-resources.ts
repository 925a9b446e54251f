/** How the servers, databases and processes that are open are closed. */
const open = new Set<() => Promise<unknown>>()

/** Returns a function that closes the resource once. `closeAll` closes it if the part ends before. */
export function closeAtEnd(close: () => Promise<unknown>) {
  const closeOnce = async () => {
    if (open.delete(closeOnce)) await close()
  }
  open.add(closeOnce)
  return closeOnce
}

export const closeAll = () => Promise.allSettled([...open].map((close) => close()))
