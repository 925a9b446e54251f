import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  getOccupancy,
  getSeatSales,
  getVisits,
  type OccupancyBy,
} from '@marquee/contract/office/reports/attendance'
import { type DateRange, rangeBefore } from '@marquee/contract/office/reports/date-range'
import { closeDay, getDayClose } from '@marquee/contract/office/reports/day-close'
import { getConversion, getSalesCurve } from '@marquee/contract/office/reports/demand'
import {
  getTakings,
  listTakingsBookings,
  type TakingsBy,
} from '@marquee/contract/office/reports/takings'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'

/** Every figure of the reports. */
const KEY = 'reports'

export type Takings = ResponseBody<typeof getTakings>

/** The takings of a range, and those of the range before. */
export function useTakings(range: DateRange, by: TakingsBy) {
  const query = (of: DateRange) => ({
    queryKey: [KEY, 'takings', of, by],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(getTakings, { querystring: { ...of, by } }, signal),
  })
  return { takings: useQuery(query(range)), before: useQuery(query(rangeBefore(range))) }
}

export interface TakingsDivision {
  range: DateRange
  by: TakingsBy
  /** The row. Undefined: all rows. */
  key: string | undefined
}

/** The bookings behind a row of the takings, page by page. */
export const useTakingsBookings = ({ range, by, key }: TakingsDivision) =>
  useInfiniteQuery({
    queryKey: [KEY, 'bookings', range, by, key],
    queryFn: ({ pageParam, signal }) =>
      call(listTakingsBookings, { querystring: { ...range, by, key, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const useOccupancy = (range: DateRange, by: OccupancyBy) =>
  useQuery({
    queryKey: [KEY, 'occupancy', range, by],
    queryFn: ({ signal }) => call(getOccupancy, { querystring: { ...range, by } }, signal),
  })

export const useSeatSales = (range: DateRange, screen: string | undefined) =>
  useQuery({
    queryKey: [KEY, 'seats', range, screen],
    queryFn: ({ signal }) => call(getSeatSales, { querystring: { ...range, screen } }, signal),
  })

export const useVisits = (range: DateRange) =>
  useQuery({
    queryKey: [KEY, 'visits', range],
    queryFn: ({ signal }) => call(getVisits, { querystring: range }, signal),
  })

export const useSalesCurve = (range: DateRange) =>
  useQuery({
    queryKey: [KEY, 'sales', range],
    queryFn: ({ signal }) => call(getSalesCurve, { querystring: range }, signal),
  })

export const useConversion = (range: DateRange) =>
  useQuery({
    queryKey: [KEY, 'conversion', range],
    queryFn: ({ signal }) => call(getConversion, { querystring: range }, signal),
  })

const dayCloseKey = (date: string | undefined) => [KEY, 'day-close', date]

/** The cash of a business day. Without a date: of the one that goes on. */
export const useDayClose = (date: string | undefined) =>
  useQuery({
    queryKey: dayCloseKey(date),
    queryFn: ({ signal }) => call(getDayClose, { querystring: { date } }, signal),
    staleTime: 0,
  })

interface DayCounts {
  date: string
  counts: { device: string; cash: number }[]
  note?: string
}

export const useCloseDay = () =>
  useMutation({
    mutationFn: (body: DayCounts) => call(closeDay, { body }),
    // Also after a refusal: another device may have closed the day.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  })
