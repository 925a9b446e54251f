/** Separate from its schema in programme.ts, so that the web app loads without Zod. */
export const LIST_PROGRAMME_ROUTE = { method: 'GET', path: '/api/showtimes' } as const
