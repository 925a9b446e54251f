export const SESSION_ENDED = 'Your session has expired. Please log in again.'

/**
 * Where to ask whose session it is, and where to renew it. Apart from their schemas (accounts.ts), because every visit begins with
 * them: the first page is there sooner without Zod.
 */
export const SESSION = { method: 'GET', path: '/api/auth/session' } as const
export const REFRESH = { method: 'POST', path: '/api/auth/refresh-token' } as const
