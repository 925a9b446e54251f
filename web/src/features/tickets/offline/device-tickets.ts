import { type DBSchema, openDB } from 'idb'
import type { TicketWithPasses } from '#features/tickets/ticket.ts'
import { DEVICE_DATABASE } from '#lib/device-data.ts'

const STORE = 'tickets'

export interface DeviceTicket extends TicketWithPasses {
  userId: string
}

interface DeviceTicketsSchema extends DBSchema {
  [STORE]: { key: string; value: DeviceTicket }
}

/** Opens the database for one piece of work. It is closed afterwards, so that it can be deleted at any time. */
async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>) {
  const database = await open()
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

const open = () =>
  openDB<DeviceTicketsSchema>(DEVICE_DATABASE, 1, {
    upgrade: (database) => void database.createObjectStore(STORE, { keyPath: 'ticket.reference' }),
  })

/** Replaces all stored tickets. Rejects if the browser has no storage. */
export const writeDeviceTickets = (tickets: DeviceTicket[]) =>
  withDatabase(async (database) => {
    const transaction = database.transaction(STORE, 'readwrite')
    await transaction.store.clear()
    await Promise.all(tickets.map((ticket) => transaction.store.put(ticket)))
    await transaction.done
  })

/** The stored tickets of a user, the next show first. Empty if the browser has no storage. */
export async function readDeviceTickets(userId: string) {
  const tickets = await withDatabase((database) => database.getAll(STORE)).catch(() => [])
  return tickets
    .filter((ticket) => ticket.userId === userId)
    .toSorted((a, b) => Date.parse(a.ticket.startTime) - Date.parse(b.ticket.startTime))
}
