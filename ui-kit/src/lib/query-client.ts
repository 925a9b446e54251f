import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const MAX_RETRIES = 2

/** Retries network and server errors. A 4xx response is permanent. */
const shouldRetry = (failures: number, error: Error) =>
  failures < MAX_RETRIES &&
  !(error instanceof ApiError && error.status >= 400 && error.status < 500)

/**
 * Milliseconds before the next attempt: what the server asks for, else one second, then two. Up to half as much again at random, so that
 * browsers that were refused together come back at different times.
 */
export const retryDelay = (failures: number, error: Error) => {
  const asked = error instanceof ApiError ? error.details.retryAfterSeconds : undefined
  return 1000 * (asked ?? 2 ** failures) * (1 + Math.random() / 2)
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry, retryDelay, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

export const queryClient = createQueryClient()
