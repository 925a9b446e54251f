import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const MAX_RETRIES = 2

/** Retries network and server errors. A 4xx response is permanent. */
const shouldRetry = (failures: number, error: Error) =>
  failures < MAX_RETRIES &&
  !(error instanceof ApiError && error.status >= 400 && error.status < 500)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

export const queryClient = createQueryClient()
