import { formatRupees } from '@marquee/contract/money'
import { isVehicleNumber } from '@marquee/contract/parking'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/error-state.tsx'
import { useChangeParking, useParkingPreview } from './booking-changes.queries.ts'

interface Props {
  userId: string
  reference: string
  /** The slots to add, with their vehicle numbers as they were typed. */
  slots: { slotId: string; slotNumber: string; vehicleNumber: string }[]
  onChanged: () => void
}

/** What the chosen slots cost, and the button that adds them to the booking. */
export function AddParking({ userId, reference, slots, onChanged }: Props) {
  const own = { userId, reference }
  const slotIds = slots.map(({ slotId }) => slotId)
  const { data: preview, error, isFetching } = useParkingPreview(own, slotIds)
  const change = useChangeParking(own)
  const missing = slots.find(({ vehicleNumber }) => !isVehicleNumber(vehicleNumber))
  const failure = change.error ?? error
  if (slots.length === 0) return null

  const add = slots.map(({ slotId, vehicleNumber }) => ({ slotId, vehicleNumber }))
  return (
    <section aria-labelledby="add-parking" className="panel mt-6 p-5 sm:p-7">
      <h2 id="add-parking" className="text-xl">
        Add Parking
      </h2>
      <p role="status" className="mt-3 min-h-7">
        {missing
          ? `Please enter the vehicle number for ${missing.slotNumber}.`
          : preview && `You pay ${formatRupees(preview.difference)}.`}
      </p>
      {failure && <ErrorText>{failure.message}</ErrorText>}
      <Button
        className="mt-4 w-full"
        busy={change.isPending}
        disabled={missing !== undefined || isFetching || !preview || error !== null}
        onClick={() =>
          preview &&
          change.mutate({ add, drop: [], difference: preview.difference }, { onSuccess: onChanged })
        }
      >
        {preview ? `Pay ${formatRupees(preview.difference)} and Add` : 'Add Parking'}
      </Button>
    </section>
  )
}
