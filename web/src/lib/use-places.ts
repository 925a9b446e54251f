import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { changePlaces, type PlaceSource, placesQuery } from '#lib/place-cache.ts'
import { afterPush, type Place, type PlaceMap } from '#lib/places.ts'
import { socket } from '#lib/socket.ts'

/** All places of one kind at a showtime, kept true by pushes for as long as somebody looks. */
export function usePlaces<P extends Place>(
  makeSource: (showtimeId: string) => PlaceSource<P>,
  showtimeId: string,
) {
  const client = useQueryClient()
  const source = useMemo(() => makeSource(showtimeId), [makeSource, showtimeId])

  useEffect(
    () =>
      source.listen((push) =>
        changePlaces(client, showtimeId, source.kind, (map) => afterPush<Place>(map, push)),
      ),
    [client, showtimeId, source],
  )

  return useQuery({
    ...placesQuery(source),
    // A map known from before is read again by whoever joins the room: once, and not before that.
    refetchOnMount: () => !socket.connected,
    select: placesOf<P>,
  })
}

const placesOf = <P extends Place>({ places }: PlaceMap<P>) => places
