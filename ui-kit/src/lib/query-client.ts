import { QueryClient } from '@tanstack/react-query'
import { retryDelay, shouldRetry } from './retry.ts'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry, retryDelay, networkMode: 'always' },
      // A write that may be repeated sets `retry: shouldRetry`.
      mutations: { retry: false, retryDelay, networkMode: 'always' },
    },
  })

export const queryClient = createQueryClient()
