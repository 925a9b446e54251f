import { listOwnShifts, listShifts } from '@marquee/contract/office/counter/shifts'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useQuery } from '@tanstack/react-query'
import {
  OpenShiftForm,
  ShiftFacts,
  SignOffForm,
  shiftsKey,
} from '#features/counter/shift-forms.tsx'
import { ShiftTable } from '#features/counter/shift-table.tsx'
import { CsvLink } from '#features/reports/csv-link.tsx'
import { mayManageShows } from '#lib/access.ts'
import { useScopes } from '#lib/device.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const REFETCH_MS = 10_000

/** The open shift of this device, and its last ones. */
const useOwnShifts = () =>
  useQuery({
    queryKey: [...shiftsKey, 'own'],
    queryFn: ({ signal }) => call(listOwnShifts, {}, signal),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  })

const useShiftsOfAllDevices = (enabled: boolean) =>
  useQuery({
    queryKey: [...shiftsKey, 'all'],
    queryFn: ({ signal }) => call(listShifts, {}, signal),
    staleTime: 0,
    enabled,
  })

/** The shift at the cash drawer of this device. Managers see those of all devices. */
export function CashPage() {
  const { data, error, refetch } = useOwnShifts()
  const isManager = mayManageShows(useScopes())
  const { data: all } = useShiftsOfAllDevices(isManager)
  return (
    <Page title="Cash drawer">
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && (
        <div className="grid gap-6">
          {data.open ? (
            <>
              <ShiftFacts shift={data.open} />
              <SignOffForm key={data.open._id} shift={data.open} />
            </>
          ) : (
            <OpenShiftForm />
          )}
          {data.signedOff.length > 0 && (
            <section aria-labelledby="own-shifts">
              <h2 id="own-shifts" className="mb-2 font-semibold">
                Last shifts of this device
              </h2>
              <ShiftTable name="Last shifts of this device" shifts={data.signedOff} />
            </section>
          )}
          {all && all.shifts.length > 0 && (
            <section aria-labelledby="all-shifts">
              <div className="mb-2 flex items-center justify-between gap-3">
                <h2 id="all-shifts" className="font-semibold">
                  Shifts of all devices
                </h2>
                <CsvLink path="shifts" />
              </div>
              <ShiftTable name="Shifts of all devices" shifts={all.shifts} />
            </section>
          )}
        </div>
      )}
      <HowDoI
        answers={[
          [
            'begin a shift',
            'Count what is in the drawer, type it, and press Open the shift. Sales and refunds in cash at this device are then counted in it.',
          ],
          [
            'sell without a shift',
            'You can. Those sales are in the reports of the day, but in no shift.',
          ],
          [
            'close the day',
            'A manager opens Reports, then Day close, and counts the cash of each device there. A shift that is signed off stays as it is.',
          ],
        ]}
      />
    </Page>
  )
}
