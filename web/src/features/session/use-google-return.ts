import { type GoogleResult, getGoogleLink } from '@marquee/contract/google'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { restoreSession } from '#features/session/session.store.ts'
import { call } from '#lib/api.ts'

/** Asks whose session this is when Google has vouched for somebody. Says how it stands in the meantime. */
export function useGoogleReturn(google: GoogleResult | undefined) {
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (google === 'done') void restoreSession().then(() => setAsked(true))
  }, [google])

  // Google is done and yet nobody is signed in: this browser has kept no cookie.
  if (google === 'done') return asked ? 'refused' : 'arriving'
  return google
}

/** The address of the account that waits for its password, once the server has told it; empty if none waits any more. */
export function useLinkEmail(linking: boolean) {
  const { data, error } = useQuery({
    queryKey: ['google', 'link'],
    queryFn: () => call(getGoogleLink, {}),
    enabled: linking,
    staleTime: 0,
  })
  if (!linking || error) return ''
  return data && (data.email ?? '')
}
