import type { StoryStep } from '@marquee/contract/office/bookings'
import { ACTION_NAMES } from '#lib/action-names.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'

/** What has happened to the booking, oldest first. */
export function BookingStory({ story }: { story: StoryStep[] }) {
  const timeZone = useTimeZone()
  return (
    <section aria-label="History">
      <h3 className="mb-1 font-semibold">History</h3>
      <ol>
        {story.map((step) => (
          <li
            key={`${step.at} ${step.action}`}
            className="relative border-s border-rule pb-3 ps-4 before:absolute before:-start-1 before:top-2 before:size-2 before:rounded-full before:bg-ash last:pb-0"
          >
            <p>
              {ACTION_NAMES[step.action]}
              {step.count !== undefined && `: ${Math.abs(step.count)}`}
              {step.reason && <span className="text-ash"> ({step.reason})</span>}
            </p>
            <p className="text-sm text-ash">
              {dateTimeOf(step.at, timeZone)}
              {step.device && `, ${step.device.name}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
