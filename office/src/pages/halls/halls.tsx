import type { StaffScreen } from '@marquee/contract/office/programme/screens'
import { buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link } from 'react-router'
import { useScreens } from '#features/halls/halls.queries.ts'
import { OpeningHoursForm } from '#features/halls/opening-hours-form.tsx'
import { RetireScreenDialog, ScreenDialog } from '#features/halls/screen-dialogs.tsx'
import { ScreenTable } from '#features/halls/screen-table.tsx'
import { NEW_HALL_PATH, WELCOME_PATH } from '#lib/access.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

/** The halls in use: add, change, retire. */
export function HallsPage() {
  const { data, error, refetch } = useScreens()
  const [changed, setChanged] = useState<StaffScreen>()
  const [retired, setRetired] = useState<StaffScreen>()
  return (
    <Page
      title="Halls"
      tools={
        <Link to={NEW_HALL_PATH} className={buttonStyle('primary')}>
          <Plus aria-hidden="true" className="size-5" />
          <span>Add a hall</span>
        </Link>
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.screens.length === 0 && (
        <div className="panel">
          <EmptyState
            ornament={<LayoutGrid />}
            title="There is no hall yet"
            actions={
              <Link to={WELCOME_PATH} className="font-semibold text-link">
                Set up the cinema in three steps
              </Link>
            }
          />
        </div>
      )}
      {data && data.screens.length > 0 && (
        <>
          <ScreenTable screens={data.screens} onChange={setChanged} onRetire={setRetired} />
          <OpeningHoursForm hours={data.openingHours} />
        </>
      )}
      <HowDoI
        answers={[
          [
            'change the seats of a hall',
            'Open the hall and edit its rows as text or as a drawing. Show the plan, then apply it. Shows with sold or held seats keep their layout.',
          ],
          [
            'close a hall',
            'For some days, press Change details and choose its closed days: daily shows are left out. For ever, remove its shows and daily showtimes on the page Programme, then retire it here.',
          ],
          [
            'change the time between two shows',
            'Press Change details. A change that two planned shows have no room for is refused, and names them.',
          ],
        ]}
      />
      {changed && <ScreenDialog screen={changed} onClose={() => setChanged(undefined)} />}
      {retired && <RetireScreenDialog screen={retired} onClose={() => setRetired(undefined)} />}
    </Page>
  )
}
