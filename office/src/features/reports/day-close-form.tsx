import type { DayClose, DeviceCash } from '@marquee/contract/office/reports/day-close'
import { formatRupees } from '@marquee/contract/text/money'
import { errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { TextField } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useId, useState } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { dayName } from './ranges.ts'
import { useCloseDay } from './reports.queries.ts'

interface Props {
  day: DayClose
  /** Only managers close a day. */
  mayClose: boolean
}

/** Rupees as they are typed. */
const isCash = (text: string) => /^\s*\d{1,8}\s*$/.test(text)

/** The cash of a day: expected, counted and the difference. A closed day is shown as it was closed. */
export function DayCloseForm({ day, mayClose }: Props) {
  const timeZone = useTimeZone()
  const close = useCloseDay()
  const [counted, setCounted] = useState<Readonly<Record<string, string>>>({})
  const [note, setNote] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { closed, devices } = day
  const isComplete = devices.every(({ device }) => isCash(counted[device._id] ?? ''))
  const isGoingOn = serverNow() < Date.parse(day.endsAt)

  const submit = () => {
    setIsChecked(true)
    if (!isComplete) return
    const counts = devices.map(({ device }) => ({
      device: device._id,
      cash: Number(counted[device._id]),
    }))
    close.mutate({ date: day.date, counts, ...(note.trim() && { note: note.trim() }) })
  }

  return (
    <section aria-label="Day close" className="grid max-w-4xl gap-4">
      <h2 className="text-lg">{dayName(day.date)}</h2>
      {devices.length === 0 ? (
        <p className="panel p-4 text-ash">No device has taken cash on this day.</p>
      ) : (
        <CashTable
          devices={devices}
          isOpen={closed === null && mayClose}
          {...{ counted, isChecked }}
          onCount={(id, cash) => setCounted({ ...counted, [id]: cash })}
        />
      )}
      {closed && (
        <p className="panel p-4">
          <span className="block font-semibold">
            Closed {dateTimeOf(closed.at, timeZone)}
            {closed.device && ` at ${closed.device.name}`}
          </span>
          {closed.note && <span className="block text-ash">{closed.note}</span>}
        </p>
      )}
      {!closed && mayClose && (
        <form
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <TextField
            label="Note"
            hint="For example why the cash differs. Do not name visitors."
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value.replaceAll('\n', ' '))}
          />
          {isGoingOn && (
            <p className="text-wait">
              This day goes on until {dateTimeOf(day.endsAt, timeZone)}. What is sold after you
              close it counts for the next day.
            </p>
          )}
          {close.error && <ErrorText>{errorMessage(close.error)}</ErrorText>}
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            busy={close.isPending}
          >
            Close the day
          </Button>
          <p className="text-sm text-ash">A closed day does not change any more.</p>
        </form>
      )}
    </section>
  )
}

interface TableProps {
  devices: readonly DeviceCash[]
  isOpen: boolean
  counted: Readonly<Record<string, string>>
  /** The form was sent: what is missing is named. */
  isChecked: boolean
  onCount: (deviceId: string, cash: string) => void
}

function CashTable({ devices, isOpen, counted, isChecked, onCount }: TableProps) {
  return (
    <div className="@container">
      <div className="data-table panel">
        <table aria-label="Cash by device">
          <thead>
            <tr>
              {['Device', 'Float', 'Taken', 'Paid out', 'Expected', 'Counted', 'Difference'].map(
                (name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {devices.map((cash) => (
              <CashRow
                key={cash.device._id}
                cash={cash}
                isOpen={isOpen}
                text={counted[cash.device._id] ?? ''}
                isChecked={isChecked}
                onCount={(text) => onCount(cash.device._id, text)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface RowProps extends Pick<TableProps, 'isOpen' | 'isChecked'> {
  cash: DeviceCash
  text: string
  onCount: (text: string) => void
}

function CashRow({ cash, isOpen, text, isChecked, onCount }: RowProps) {
  const id = useId()
  const { device, float, sales, refunds, expected } = cash
  const hasError = isOpen && !isCash(text) && (isChecked || text !== '')
  const difference = isOpen ? (isCash(text) ? Number(text) - expected : null) : cash.difference
  return (
    <tr>
      <td>{device.name}</td>
      {[
        ['Float', float],
        ['Taken', sales],
        ['Paid out', refunds],
        ['Expected', expected],
      ].map(([name, rupees]) => (
        <td key={name} data-label={name} className="tabular">
          {formatRupees(Number(rupees))}
        </td>
      ))}
      <td data-label="Counted">
        {isOpen ? (
          <span className="grid">
            <input
              aria-label={`Counted at ${device.name}, in rupees`}
              aria-invalid={hasError || undefined}
              aria-describedby={hasError ? id : undefined}
              inputMode="numeric"
              autoComplete="off"
              className="input tabular w-28"
              value={text}
              onChange={({ target }) => onCount(target.value)}
            />
            {hasError && (
              <span id={id} className="error-text text-sm">
                Whole rupees
              </span>
            )}
          </span>
        ) : (
          <span className="tabular">
            {cash.counted === null ? 'Not counted' : formatRupees(cash.counted)}
          </span>
        )}
      </td>
      <td data-label="Difference">
        <CashDifference difference={difference} />
      </td>
    </tr>
  )
}

function CashDifference({ difference }: { difference: number | null }) {
  if (difference === null) return <span className="text-ash">–</span>
  if (difference === 0) return <span className="text-good">agrees</span>
  const name = difference > 0 ? 'too much' : 'missing'
  return (
    <span className="tabular whitespace-nowrap text-danger">
      {formatRupees(Math.abs(difference))} {name}
    </span>
  )
}
