import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Checkbox } from '@marquee/ui-kit/ui/field.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OFFICE_PAGES, type pageGroupsFor } from '#lib/access.ts'
import { useCurrentDevice, useLockDevice, useSignOut } from '#lib/device.queries.ts'
import { usePreferences } from '#lib/preferences.store.ts'
import { NAVIGATION } from './navigation.ts'
import { ThemeButton } from './theme-button.tsx'

/** The shortcuts that are not of a page. */
const SHORTCUTS = [
  ['/', 'Search'],
  ['?', 'This help'],
  ['Arrows, Enter', 'Move on the seat map, choose a seat'],
  ['1–9', 'Today: open the show with this number. Show: choose the best so many seats'],
  ['S', 'Sell the chosen places'],
  ['R, N', 'After a sale: print its slips, begin the next one'],
  ['B', 'Block or unblock the chosen places'],
  ['Esc', 'Clear the choice, close a dialog'],
] as const

/** Those of the week on the page Programme. */
const PROGRAMME_SHORTCUTS = [
  ['Arrows', 'Move between shows, days and screens'],
  ['Enter, N', 'Open the show, add a show'],
  ['M, C', 'Move or copy the show: arrows, then Enter'],
  ['Delete', 'Remove the show'],
  ['Ctrl Z', 'Undo, with Shift redo'],
] as const

const ROWS = 'grid grid-cols-[minmax(2rem,auto)_minmax(0,1fr)] items-center gap-x-4'

interface Props {
  groups: ReturnType<typeof pageGroupsFor>
  onClose: () => void
}

/** The pages, the shortcuts, the settings of this browser, and the end of the pairing. */
export function HelpDialog({ groups, onClose }: Props) {
  const { device, people } = useCurrentDevice()
  const lock = useLockDevice()
  const isEnabled = usePreferences(({ shortcuts }) => shortcuts)
  const signOut = useSignOut()

  return (
    <Dialog title="Pages and shortcuts" onClose={onClose}>
      {groups.map(({ name, pages }) => (
        <section key={name} aria-label={name} className="mb-3">
          <h3 className="label">{name}</h3>
          <dl className={ROWS}>
            {pages.map((page) => (
              <Row key={page} shortcut={NAVIGATION[page].shortcut}>
                <Link
                  to={OFFICE_PAGES[page].path}
                  onClick={onClose}
                  className="flex min-h-10 items-center pointer-coarse:min-h-11 font-semibold underline underline-offset-4"
                >
                  {OFFICE_PAGES[page].name}
                </Link>
              </Row>
            ))}
          </dl>
        </section>
      ))}
      <h3 className="label">Everywhere</h3>
      <dl className={ROWS}>
        <Shortcuts of={SHORTCUTS} />
        {people.length > 0 && <Shortcuts of={[['X', 'Lock this device']]} />}
      </dl>
      {groups.some(({ pages }) => pages.includes('programme')) && (
        <>
          <h3 className="mt-3 font-semibold">Programme</h3>
          <dl className={ROWS}>
            <Shortcuts of={PROGRAMME_SHORTCUTS} />
          </dl>
        </>
      )}
      <Checkbox
        className="mt-3"
        checked={isEnabled}
        onChange={({ target }) => usePreferences.setState({ shortcuts: target.checked })}
      >
        Single-key shortcuts
      </Checkbox>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-4">
        <p className="text-sm text-ash">
          {device.name} · <span className="capitalize">{device.scope}</span>
        </p>
        <div className="flex items-center gap-2">
          <ThemeButton />
          {people.length > 0 && (
            <Button variant="secondary" busy={lock.isPending} onClick={() => lock.mutate()}>
              Lock
            </Button>
          )}
          <Button variant="danger" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out this device
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const Shortcuts = ({ of }: { of: readonly (readonly [key: string, text: string])[] }) =>
  of.map(([key, text]) => (
    <Row key={key} shortcut={key}>
      {text}
    </Row>
  ))

function Row({ shortcut, children }: { shortcut: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <kbd className="tag border-ash/50 font-sans text-ash uppercase">{shortcut}</kbd>
      </dt>
      <dd className="flex min-h-10 items-center">{children}</dd>
    </>
  )
}
