/** Where the listing is. Apart from its schema (movies.ts), as a visit begins with it: the first page is there sooner without Zod. */
export const LISTING = { method: 'GET', path: '/api/movies' } as const
