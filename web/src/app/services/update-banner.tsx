import { PAGES } from '@marquee/contract/pages'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useAppUpdate } from './app-update.ts'

const UpdateNotice = lazy(async () => ({
  default: (await import('./update-notice.tsx')).UpdateNotice,
}))

/** Not shown during a payment. */
export function UpdateBanner() {
  const { pathname } = useLocation()
  const apply = useAppUpdate((update) => update.apply)
  if (!apply || pathname === PAGES.payment) return null
  return (
    <Suspense>
      <UpdateNotice apply={apply} />
    </Suspense>
  )
}
