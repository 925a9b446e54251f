import * as z from 'zod/mini'
import { Instant } from '#src/calls/ids.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'

/** The last backup that this office has started, since the start of the server. */
export const Backup = z.object({
  state: z.enum(['running', 'done', 'failed']),
  startedAt: Instant,
  /** From 0 to 1. */
  progress: z.number(),
  /** The path on the server. */
  file: z.string(),
  /** Why it failed. */
  message: z.nullable(z.string()),
})
export type Backup = z.infer<typeof Backup>

const BackupStatus = z.object({
  /** PostgreSQL makes its own backups. */
  isAvailable: z.boolean(),
  /** Null: none was started. */
  backup: z.nullable(Backup),
})

/** Managers only. */
export const getBackup = officeEndpoint({
  method: 'GET',
  path: '/api/office/backup',
  scopes: MANAGERS_ONLY,
  response: BackupStatus,
})

/**
 * Starts a backup of the embedded database. CLOSED with PostgreSQL and while one is running, LIMIT if its disk has too little room. Managers only.
 */
export const startBackup = officeEndpoint({
  method: 'POST',
  path: '/api/office/backup',
  scopes: MANAGERS_ONLY,
  response: BackupStatus,
})
