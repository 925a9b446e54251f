import type { MethodAndPath } from '@marquee/contract/calls/endpoint'
import type { unlockDevice } from '@marquee/contract/office/people'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import Delete from 'lucide-react/icons/delete'
import { useState } from 'react'
import { deviceQuery } from '#lib/device.queries.ts'
import type { PairedDevice } from '#lib/stored-device.ts'
import { Page } from '#ui/page.tsx'
import { useShortcuts } from '#ui/use-shortcuts.ts'

// The contract itself would load zod.
const UNLOCK: MethodAndPath<typeof unlockDevice> = { method: 'POST', path: '/api/office/unlock' }

/** A person begins to work at this device. What another person has loaded is forgotten. */
const useUnlockDevice = () =>
  useMutation({
    mutationFn: (body: { personId: string; pin: string }) =>
      call<typeof unlockDevice>(UNLOCK, { body }),
    onSuccess: async () => {
      const [deviceKey] = deviceQuery.queryKey
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== deviceKey })
      await queryClient.fetchQuery({ ...deviceQuery, staleTime: 0 })
    },
  })

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const MIN_DIGITS = 4
const MAX_DIGITS = 8

/** A person chooses their name and enters their PIN, with the pad or the keyboard. */
export function LockScreen({ device: { brandName, device, people } }: { device: PairedDevice }) {
  const [personId, setPersonId] = useState(people.length === 1 ? people[0]?._id : undefined)
  const [pin, setPin] = useState('')
  const unlock = useUnlockDevice()
  const person = people.find(({ _id }) => _id === personId)

  const choose = (id: string | undefined) => {
    unlock.reset()
    setPersonId(id)
    setPin('')
  }
  const type = (digit: string) => {
    unlock.reset()
    setPin((typed) => (typed + digit).slice(0, MAX_DIGITS))
  }
  const erase = () => setPin((typed) => typed.slice(0, -1))
  const submit = () => {
    if (personId === undefined || pin.length < MIN_DIGITS || unlock.isPending) return
    unlock.mutate({ personId, pin }, { onError: () => setPin('') })
  }
  const digitKeys = [...DIGITS, '0'].map((digit) => [digit, () => type(digit)] as const)
  useShortcuts(
    {
      ...Object.fromEntries(digitKeys),
      backspace: erase,
      enter: submit,
      escape: () => choose(undefined),
    },
    person !== undefined,
  )

  return (
    <Page
      title="Locked"
      heading={
        <p className="w-full text-center leading-tight">
          <span className="block text-lg font-semibold">{brandName}</span>
          <span className="text-ash">{device.name}</span>
        </p>
      }
    >
      <div className="mx-auto grid min-h-[calc(100svh-13rem)] max-w-4xl content-center">
        {person ? (
          <form
            className="panel mx-auto grid w-full max-w-sm gap-4 p-5 shadow-raised sm:p-6"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <h1 className="text-center text-xl wrap-anywhere">PIN of {person.name}</h1>
            <EnteredDigits count={pin.length} />
            {/* The pad stays where it is. */}
            <div className="-mt-2 min-h-6 text-center">
              {unlock.error && <ErrorText>{unlock.error.message}</ErrorText>}
            </div>
            <div className="grid grid-cols-3 gap-2">
              {DIGITS.map((digit) => (
                <PadKey key={digit} onClick={() => type(digit)}>
                  {digit}
                </PadKey>
              ))}
              <span />
              <PadKey onClick={() => type('0')}>0</PadKey>
              <PadKey label="Delete the last digit" onClick={erase}>
                <Delete aria-hidden="true" className="mx-auto size-6" />
              </PadKey>
            </div>
            <Button type="submit" busy={unlock.isPending} disabled={pin.length < MIN_DIGITS}>
              Unlock
            </Button>
            {people.length > 1 && (
              <Button variant="quiet" onClick={() => choose(undefined)}>
                Another person
              </Button>
            )}
          </form>
        ) : (
          <div className="panel grid gap-5 p-5 shadow-raised sm:p-8">
            <h1 className="text-center text-xl">Who is working here?</h1>
            <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
              {people.map(({ _id, name }) => (
                <li key={_id}>
                  <button
                    type="button"
                    onClick={() => choose(_id)}
                    className="panel flex h-full min-h-16 w-full items-center gap-3 p-2.5 text-start text-lg leading-tight font-semibold hover:border-ivory"
                  >
                    <span
                      aria-hidden="true"
                      className="grid size-11 shrink-0 place-items-center rounded-full bg-ash/15"
                    >
                      {initialOf(name)}
                    </span>
                    <span className="min-w-0 wrap-anywhere">{name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Page>
  )
}

const initialOf = (name: string) => [...name][0]?.toUpperCase()

/** A dot for each digit, and empty ones up to the shortest PIN. */
function EnteredDigits({ count }: { count: number }) {
  const dots = Array.from({ length: Math.max(count, MIN_DIGITS) }, (_, index) => index)
  return (
    <p
      role="status"
      aria-label={`${count} digits entered`}
      className="flex h-6 items-center justify-center gap-3"
    >
      {dots.map((index) => (
        <span
          key={index}
          className={`size-4 rounded-full border-2 ${index < count ? 'border-ivory bg-ivory' : 'border-ash/60'}`}
        />
      ))}
    </p>
  )
}

interface PadKeyProps {
  label?: string
  onClick: () => void
  children: React.ReactNode
}

const PadKey = ({ label, onClick, children }: PadKeyProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="panel min-h-16 text-2xl font-semibold hover:bg-ash/10"
  >
    {children}
  </button>
)
