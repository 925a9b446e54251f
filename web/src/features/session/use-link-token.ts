import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Returns the token of a link from an email, and removes it from the address bar and the history. */
export function useLinkToken() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(hash.slice(1))
  useEffect(() => {
    if (hash) navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return token
}
