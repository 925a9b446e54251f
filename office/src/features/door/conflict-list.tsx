import type { AdmissionConflict } from '@marquee/contract/office/admissions'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'

/** People that a door without a network let in, and who were in already, or whose seats were cancelled. */
export function ConflictList({ conflicts }: { conflicts: AdmissionConflict[] }) {
  const timeZone = useTimeZone()
  if (conflicts.length === 0) return null
  const textOf = (scan: AdmissionConflict['first']) =>
    scan ? `${timeOf(scan.scannedAt, timeZone)} ${scan.device?.name ?? ''}` : ''
  return (
    <section aria-label="Let in too many" className="panel border-wait p-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 text-wait" /> Let in too many
      </h2>
      <ul>
        {conflicts.map(({ reference, label, count, first, second }) => (
          <li key={second.scanId} className="border-t border-rule py-1.5 first:border-0">
            <span className="tabular font-semibold">{reference}</span> {label || 'Cancelled'}
            <span className="block text-sm text-ash">
              {[textOf(first), textOf(second)].filter(Boolean).join(', then ')}: {count} too many
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
