import * as z from 'zod/mini'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'

/** A setting of the server. */
export const Setting = z.object({
  name: z.string(),
  /** In a sentence. */
  meaning: z.string(),
  /** `environment`: it was configured. */
  source: z.enum(['environment', 'default']),
  /** What is in force. Null: it is a secret, or it is not set and has no default. Passwords in URLs are left out. */
  value: z.nullable(z.string()),
  /** What is true without it, if it is not set and has no default. */
  unset: z.nullable(z.string()),
  isSecret: z.boolean(),
})
export type Setting = z.infer<typeof Setting>

/** The settings of this node, the nodes that run, and the migrations of the database. Managers only. */
export const getSettings = officeEndpoint({
  method: 'GET',
  path: '/api/office/settings',
  scopes: MANAGERS_ONLY,
  response: z.object({
    settings: z.array(Setting),
    /** Those with a connection to the database. The embedded database has one. */
    nodes: z.array(z.object({ name: z.string(), isCurrent: z.boolean() })),
    /** The names of the applied migrations, the oldest first. */
    migrations: z.array(z.string()),
    /** Free on the disk of DATA_DIR. */
    freeDiskBytes: z.int(),
  }),
})
