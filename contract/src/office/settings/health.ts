import * as z from 'zod/mini'
import { Instant } from '#src/calls/ids.ts'
import { officeEndpoint } from '../office-endpoint.ts'

export const getHealth = officeEndpoint({
  method: 'GET',
  path: '/api/office/health',
  scopes: ['counter', 'reports'],
  response: z.object({
    version: z.string(),
    /** The start of this node. */
    startedAt: Instant,
    /** Whether the node can sell: its database completes durable commits. */
    isReady: z.boolean(),
    database: z.object({
      kind: z.enum(['sqlite', 'postgresql']),
      /** Null while it works. */
      problem: z.nullable(z.string()),
      bytes: z.nullable(z.int()),
    }),
    mails: z.object({
      /** Not accepted by a mail server yet, and not given up. */
      waiting: z.int(),
      /** Those of them whose last attempt failed. */
      failed: z.int(),
      /** Refused for good: they are not tried again. */
      refused: z.int(),
    }),
    /** Cancelled shows whose bookings are not all refunded. */
    unfinishedCancellations: z.int(),
    /** Why the catalogue file of the last start was not applied, or why the next start is refused. The programme is the last good one. */
    catalogueProblems: z.array(z.string()),
    /** A peer has sent X-Forwarded-For since the start of this node, and TRUST_PROXY is not set: all visitors behind a proxy count as one address. */
    hasUntrustedProxy: z.boolean(),
    /** The last backup of the embedded database. Null if there is none, and with PostgreSQL. */
    lastBackupAt: z.nullable(Instant),
    /** The last time that this node released expired holds. */
    lastExpiryAt: z.nullable(Instant),
  }),
})
