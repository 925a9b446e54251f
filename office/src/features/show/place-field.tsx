import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { SearchBox } from '#ui/search-box.tsx'
import { useIsWide } from '#ui/use-is-wide.ts'
import { findPlaces } from './find-places.ts'

interface Props {
  /** All places of the show. */
  places: StaffPlace[]
  /** Whether places are chosen. */
  hasChoice: boolean
  onChoose: (placeIds: string[]) => void
  onSell: () => void
  onClear: () => void
}

/** Chooses seats by typing: Enter chooses them, Enter again sells them, Esc clears. */
export function PlaceField({ places, hasChoice, onChoose, onSell, onClear }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const problemId = useId()
  const isWide = useIsWide()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') {
      if (hasChoice) onSell()
      return
    }
    const found = findPlaces(text, places)
    if ('problem' in found) return setProblem(found.problem)
    setText('')
    onChoose(found.placeIds)
  }
  const clearOnEscape = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key !== 'Escape') return
    setProblem(undefined)
    setText('')
    if (text !== '') return
    onClear()
    // The keys of the page work again.
    if (!hasChoice) currentTarget.blur()
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Choose seats" className="grid gap-1">
      <SearchBox
        label="Seats, or how many"
        placeholder="D5 D6, or 2 premium"
        // On a touch device it would open the keyboard.
        autoFocus={isWide}
        autoCapitalize="characters"
        enterKeyHint="go"
        value={text}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        onKeyDown={clearOnEscape}
        onChange={({ target }) => {
          setText(target.value)
          setProblem(undefined)
        }}
      />
      {problem !== undefined && (
        <p id={problemId} role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}
