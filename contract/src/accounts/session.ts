export const SESSION_ENDED = 'Your session has expired. Please log in again.'

/** Separate from their schemas in accounts.ts, so that the first page loads without Zod. */
export const SESSION_ROUTE = { method: 'GET', path: '/api/auth/session' } as const
export const REFRESH_ROUTE = { method: 'POST', path: '/api/auth/refresh-token' } as const
