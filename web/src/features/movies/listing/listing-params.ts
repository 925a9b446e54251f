import { useSearchParams } from 'react-router'

type ListingParam = 'q' | 'date' | 'language' | 'genre' | 'time' | 'seats'
type ParamChanges = Partial<Record<ListingParam, string>>

/** The search, the day and the filters of the listing are in the URL: a link and going back show the same. */
export function useListingParams() {
  const [params, setParams] = useSearchParams()
  const change = (changes: ParamChanges) =>
    setParams(changeParams(params, changes), { replace: true, preventScrollReset: true })
  return [params, change] as const
}

/** Returns a copy with these parameters. An empty value removes a parameter. */
export function changeParams(params: URLSearchParams, changes: ParamChanges) {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}
