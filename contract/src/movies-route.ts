/** Separate from its schema in movies.ts, so that the first page loads without Zod. */
export const LIST_MOVIES_ROUTE = { method: 'GET', path: '/api/movies' } as const
