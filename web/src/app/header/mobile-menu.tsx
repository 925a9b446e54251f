import Menu from 'lucide-react/icons/menu'
import { lazy, Suspense, useState } from 'react'

const loadMenu = () => import('./slide-out-menu.tsx')
const SlideOutMenu = lazy(async () => ({ default: (await loadMenu()).SlideOutMenu }))

export function MobileMenu() {
  const [open, setOpen] = useState(false)

  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={loadMenu}
        onClick={() => setOpen(true)}
        className="-mr-2 grid size-11 shrink-0 place-items-center rounded text-brass hover:text-brass-bright md:hidden"
      >
        <Menu aria-hidden="true" />
      </button>
      {open && (
        <Suspense>
          <SlideOutMenu onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
