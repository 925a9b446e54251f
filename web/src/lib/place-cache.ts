import type { InvalidateOptions, QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { afterPush, newerOf, type Place, type PlaceMap, type PlacePush } from '#lib/places.ts'

export type PlaceKind = 'seats' | 'slots'
export const PLACE_KINDS: readonly PlaceKind[] = ['seats', 'slots']

const placesKey = (showtimeId: string) => ['places', showtimeId] as const
export const kindKey = (showtimeId: string, kind: PlaceKind) =>
  [...placesKey(showtimeId), kind] as const

export const knownPlaces = (client: QueryClient, showtimeId: string, kind: PlaceKind) =>
  client.getQueryData<PlaceMap>(kindKey(showtimeId, kind))

/** Changes what is known of a showtime's places of one kind, if anything is. */
export function changePlaces(
  client: QueryClient,
  showtimeId: string,
  kind: PlaceKind,
  change: (map: PlaceMap) => PlaceMap,
) {
  client.setQueryData<PlaceMap>(kindKey(showtimeId, kind), (map) => map && change(map))
}

export function changeAllPlaces(
  client: QueryClient,
  showtimeId: string,
  change: (map: PlaceMap) => PlaceMap,
) {
  for (const kind of PLACE_KINDS) changePlaces(client, showtimeId, kind, change)
}

export const refetchPlaces = (
  client: QueryClient,
  showtimeId: string,
  options: InvalidateOptions = {},
) => client.invalidateQueries({ queryKey: placesKey(showtimeId) }, options)

const CATCH_UP_MS = 300

export interface PlaceSource<P extends Place> {
  showtimeId: string
  kind: PlaceKind
  fetch: (signal: AbortSignal) => Promise<PlaceMap<P>>
  /** Hands over every push of this kind until the returned function is called. */
  listen: (heard: (push: PlacePush<P>) => void) => () => void
}

/** The query that keeps a map in the cache: what is pushed while it is fetched is applied to what was fetched. */
export function placesQuery<P extends Place>({ showtimeId, kind, fetch, listen }: PlaceSource<P>) {
  const queryKey = kindKey(showtimeId, kind)
  return {
    queryKey,
    queryFn: async ({ client, signal }: QueryFunctionContext) => {
      const meanwhile: PlacePush<P>[] = []
      const stop = listen((push) => meanwhile.push(push))
      try {
        const fetched = meanwhile.reduce(afterPush, await fetch(signal))
        return newerOf(client.getQueryData<PlaceMap<P>>(queryKey), fetched)
      } finally {
        stop()
      }
    },
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data: PlaceMap<P> | undefined } }) =>
      state.data?.behind ? CATCH_UP_MS : (false as const),
  }
}
