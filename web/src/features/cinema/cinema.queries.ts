import { getCinema } from '@marquee/contract/cinema-details'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const useCinema = () =>
  useQuery({
    queryKey: ['cinema'],
    queryFn: ({ signal }) => call(getCinema, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
