import { lazy, Suspense, useEffect, useState } from 'react'

const Sonner = lazy(async () => ({ default: (await import('sonner')).Toaster }))

/** Where the short notes of `notify` appear. Fetched once the page stands. */
export function Toaster() {
  const [pageStands, setPageStands] = useState(false)
  useEffect(() => setPageStands(true), [])

  if (!pageStands) return null
  return (
    <Suspense>
      <Sonner
        theme="dark"
        position="bottom-center"
        toastOptions={{ unstyled: true, classNames: { toast: 'toast' } }}
      />
    </Suspense>
  )
}
