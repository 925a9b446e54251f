import { hostname } from 'node:os'

/** Begins the names of the sessions of nodes in PostgreSQL. */
export const NODE_PREFIX = 'marquee '

/** What this node is called: its machine and its process. */
export const NODE_NAME = `${hostname()
  .replaceAll(/[^\w.-]/g, '')
  .slice(0, 40)} ${process.pid}`

/** The time limit of a statement, of a transaction, and of a transaction that waits for its client. */
export const TIMEOUT_MS = 5000

/**
 * Sent over each new connection: PgBouncer refuses settings in the connection request. The timeouts free the locks of a node that hangs or has
 * vanished. Prepared statements keep their plan for the life of a connection, even if it was made while a table was small: without
 * sequential scans, the server holds 8 to 20 % more places per second (measured). A scan that is unavoidable then looks so expensive that
 * PostgreSQL would compile the statement: 257 ms instead of 0.04 ms (measured).
 */
export const SESSION_SETTINGS = `
  set statement_timeout = ${TIMEOUT_MS};
  set idle_in_transaction_session_timeout = ${TIMEOUT_MS};
  set application_name = '${NODE_PREFIX}${NODE_NAME}';
  set enable_seqscan = off;
  set jit = off`
