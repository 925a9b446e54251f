import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#lib/api.ts'

const RETRIES = 2

/** A refusal stays a refusal; only what may pass by itself is tried again. */
const worthAnotherTry = (failures: number, error: Error) =>
  failures < RETRIES && !(error instanceof ApiError && error.status >= 400 && error.status < 500)

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: worthAnotherTry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

export const queryClient = makeQueryClient()
