import { isAuthPage, PAGES } from '@marquee/contract/pages'
import { useReturnFocus } from '@marquee/ui-kit/ui/use-return-focus.ts'
import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import { useLocation } from 'react-router'
import { useSession } from '#features/session/session.store.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Ornament } from '#ui/ornament.tsx'
import { MenuAccount } from './menu-account.tsx'
import { NAVIGATION, NavigationLink } from './navigation-link.tsx'

export function SlideOutMenu({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus()
  const { pathname } = useLocation()
  const user = useSession(({ currentUser }) => currentUser)

  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="reveal fixed inset-0 z-40 bg-ink/70 backdrop-blur-sm" />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="slide-out fixed inset-y-0 right-0 z-40 flex w-72 max-w-[85vw] flex-col gap-6 overflow-y-auto border-l border-brass/30 bg-velvet p-6"
        >
          <div className="flex items-center justify-between">
            <Radix.Title className="display text-2xl text-brass">
              {siteSettings.brandName}
            </Radix.Title>
            <Radix.Close
              aria-label="Close menu"
              className="-mr-2 grid size-11 place-items-center rounded text-brass hover:text-brass-bright"
            >
              <X aria-hidden="true" />
            </Radix.Close>
          </div>
          <Ornament />
          <nav aria-label="Menu" className="grid gap-6 text-lg">
            <ul className="grid justify-items-start gap-2">
              {NAVIGATION.map((link) => (
                <li key={link.to}>
                  <NavigationLink {...link} onClick={onClose} />
                </li>
              ))}
            </ul>
            {user ? (
              <MenuAccount user={user} onClose={onClose} />
            ) : (
              <LinkButton
                to={PAGES.signIn}
                replace={isAuthPage(pathname)}
                variant="secondary"
                onClick={onClose}
              >
                Sign In
              </LinkButton>
            )}
          </nav>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
