/** Separate from their schemas in programme.ts, so that the web app loads without Zod. */
export const LIST_PROGRAMME_ROUTE = { method: 'GET', path: '/api/showtimes' } as const
export const PROPOSE_PAIRS_ROUTE = { method: 'GET', path: '/api/showtimes/pairs' } as const
