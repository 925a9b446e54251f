import {
  type InvalidateOptions,
  type QueryClient,
  type QueryFunctionContext,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { socket } from '#lib/socket/socket.ts'
import {
  applyPush,
  isStale,
  type MapPlace,
  newerMap,
  type PlaceIdentity,
  type PlaceMap,
  type PlacePush,
  placeKey,
} from './place-map.ts'

export type PlaceKind = 'seats' | 'slots'
export const PLACE_KINDS: readonly PlaceKind[] = ['seats', 'slots']

const REFETCH_STALE_MS = 300

const showtimeKey = (showtimeId: string) => ['places', showtimeId] as const
export const placesKey = (showtimeId: string, kind: PlaceKind) =>
  [...showtimeKey(showtimeId), kind] as const

export const cachedPlaces = (
  client: QueryClient,
  showtimeId: string,
  kind: PlaceKind,
): MapPlace[] => client.getQueryData<PlaceMap>(placesKey(showtimeId, kind))?.places ?? []

export const kindOf = ({ type }: PlaceIdentity): PlaceKind => (type ? 'slots' : 'seats')

export const findCachedPlace = (client: QueryClient, showtimeId: string, wanted: PlaceIdentity) =>
  cachedPlaces(client, showtimeId, kindOf(wanted)).find(
    (place) => placeKey(place) === placeKey(wanted),
  )

/** Changes the cached map of one kind. Does nothing if no map is cached. */
export function updatePlaces(
  client: QueryClient,
  [showtimeId, kind]: [showtimeId: string, kind: PlaceKind],
  change: (map: PlaceMap) => PlaceMap,
) {
  client.setQueryData<PlaceMap>(placesKey(showtimeId, kind), (map) => map && change(map))
}

export function updateAllPlaces(
  client: QueryClient,
  showtimeId: string,
  change: (map: PlaceMap) => PlaceMap,
) {
  for (const kind of PLACE_KINDS) updatePlaces(client, [showtimeId, kind], change)
}

export const refetchPlaces = (
  client: QueryClient,
  showtimeId: string,
  options: InvalidateOptions = {},
) => client.invalidateQueries({ queryKey: showtimeKey(showtimeId) }, options)

/** Fetches maps that are stale, and those that are being fetched: they may have been read before the last change. */
export const refetchUncertainPlaces = (client: QueryClient, showtimeId: string) =>
  client.invalidateQueries({
    queryKey: showtimeKey(showtimeId),
    predicate: ({ state }) =>
      state.fetchStatus !== 'idle' || state.data === undefined || isStale(state.data as PlaceMap),
  })

/** A map that is being fetched may have been read before the result of a request, and must not replace it. */
export function repeatRunningFetches(client: QueryClient, showtimeId: string) {
  if (client.isFetching({ queryKey: showtimeKey(showtimeId) }) > 0)
    void refetchPlaces(client, showtimeId)
}

export interface PlaceSource<P extends MapPlace> {
  showtimeId: string
  kind: PlaceKind
  fetch: (signal: AbortSignal) => Promise<PlaceMap<P>>
  /** Calls back for every push of this kind. Returns a function that stops it. */
  subscribe: (onPush: (push: PlacePush<P>) => void) => () => void
}

/** All places of one kind at a showtime, updated by pushes while the component is mounted. */
export function usePlaces<P extends MapPlace>(
  createSource: (showtimeId: string) => PlaceSource<P>,
  showtimeId: string,
) {
  const client = useQueryClient()
  const source = useMemo(() => createSource(showtimeId), [createSource, showtimeId])

  useEffect(
    () =>
      source.subscribe((push) =>
        updatePlaces(client, [showtimeId, source.kind], (map) => applyPush<MapPlace>(map, push)),
      ),
    [client, showtimeId, source],
  )

  return useQuery({
    ...placesQuery(source),
    // While connected, joining the showtime refetches a cached map (use-showtime-room.ts).
    refetchOnMount: () => !socket.connected,
    select: selectPlaces<P>,
  })
}

const selectPlaces = <P extends MapPlace>({ places }: PlaceMap<P>) => places

/** Pushes that arrive during the fetch are applied to the fetched map. A stale map is fetched again until it is current. */
function placesQuery<P extends MapPlace>({ showtimeId, kind, fetch, subscribe }: PlaceSource<P>) {
  const queryKey = placesKey(showtimeId, kind)
  return {
    queryKey,
    queryFn: async ({ client, signal }: QueryFunctionContext) => {
      const pushes: PlacePush<P>[] = []
      const unsubscribe = subscribe((push) => pushes.push(push))
      try {
        const fetched = pushes.reduce(applyPush, await fetch(signal))
        return newerMap(client.getQueryData<PlaceMap<P>>(queryKey), fetched)
      } finally {
        unsubscribe()
      }
    },
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data: PlaceMap<P> | undefined } }) =>
      state.data && isStale(state.data) ? REFETCH_STALE_MS : (false as const),
  }
}
