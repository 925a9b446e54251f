import { join } from 'node:path'

/** The file with the key that signs passes. Backups contain it. */
export const ticketKeyPath = (dataDir: string) => join(dataDir, 'ticket-key')
