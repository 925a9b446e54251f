import type { DeviceCash } from '@marquee/contract/office/reports/day-close'
import { formatRupees } from '@marquee/contract/text/money'
import { type ComponentProps, useId } from 'react'
import { ScrollRegion } from '#ui/scroll-region.tsx'

interface Count {
  /** What `register` of the form returns. */
  input: ComponentProps<'input'>
  /** Rupees. Null while none are typed. */
  counted: number | null
  error: string | undefined
}

interface Props {
  devices: readonly DeviceCash[]
  /** The field for the cash of a device. Undefined: what was counted is shown. */
  count?: (index: number) => Count
}

const COLUMNS = ['Device', 'Float', 'Taken', 'Paid out', 'Expected', 'Counted', 'Difference']

/** The cash of each device, to count or as it was counted. */
export function CashTable({ devices, count }: Props) {
  if (devices.length === 0)
    return <p className="panel p-4 text-ash">No device has taken cash on this day.</p>
  return (
    <div className="@container">
      <ScrollRegion name="Cash" className="data-table panel">
        <table aria-label="Cash by device">
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {devices.map((cash, index) => (
              <CashRow key={cash.device._id} cash={cash} count={count?.(index)} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

function CashRow({ cash, count }: { cash: DeviceCash; count: Count | undefined }) {
  const { device, float, sales, payouts, expected } = cash
  const counted = count ? count.counted : cash.counted
  const amounts = [
    ['Float', float],
    ['Taken', sales],
    ['Paid out', payouts],
    ['Expected', expected],
  ] as const
  return (
    <tr>
      <td>{device.name}</td>
      {amounts.map(([name, rupees]) => (
        <td key={name} data-label={name} className="tabular">
          {formatRupees(rupees)}
        </td>
      ))}
      <td data-label="Counted">
        {count ? (
          <CashInput name={`Counted at ${device.name}, in rupees`} {...count} />
        ) : (
          <span className="tabular">
            {counted === null ? 'Not counted' : formatRupees(counted)}
          </span>
        )}
      </td>
      <td data-label="Difference">
        <CashDifference difference={counted === null ? null : counted - expected} />
      </td>
    </tr>
  )
}

function CashInput({ name, input, error }: Pick<Count, 'input' | 'error'> & { name: string }) {
  const id = useId()
  return (
    <span className="grid">
      <input
        {...input}
        aria-label={name}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        inputMode="numeric"
        autoComplete="off"
        className="input tabular w-28"
      />
      {error !== undefined && (
        <span id={id} className="error-text text-sm">
          {error}
        </span>
      )}
    </span>
  )
}

function CashDifference({ difference }: { difference: number | null }) {
  if (difference === null) return <span className="text-ash">–</span>
  if (difference === 0) return <span className="text-good">agrees</span>
  return (
    <span className="tabular whitespace-nowrap text-danger">
      {formatRupees(Math.abs(difference))} {difference > 0 ? 'too much' : 'missing'}
    </span>
  )
}
