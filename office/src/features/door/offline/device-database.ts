import { type DBSchema, openDB } from 'idb'

const STORE = 'door'

interface DoorDatabaseSchema extends DBSchema {
  [STORE]: { key: string; value: unknown }
}

const open = () =>
  openDB<DoorDatabaseSchema>('marquee-office', 1, {
    upgrade: (database) => void database.createObjectStore(STORE),
  })

// One connection for the page. A browser without storage rejects each time.
let database: ReturnType<typeof open> | undefined

const connect = () => {
  database ??= open()
  return database
}

/** Undefined if nothing is stored, or if the browser has no storage. */
export async function readStored<T>(key: string): Promise<T | undefined> {
  try {
    return (await (await connect()).get(STORE, key)) as T | undefined
  } catch {
    return undefined
  }
}

export async function writeStored(key: string, value: unknown) {
  await (await connect()).put(STORE, value, key)
}
