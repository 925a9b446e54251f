import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { usCharacterOf } from '#ui/us-keyboard.ts'

/** Pasted or corrected text does not come from its keys. */
const TYPED = ['insertText', 'insertCompositionText']

interface Props {
  /** `usLayoutText`: the same keys on a US keyboard, whose keys a hand scanner presses. Undefined if the text was not only typed. */
  onCode: (text: string, usLayoutText: string | undefined) => void
}

/** For a typed reference, and for hand scanners, which type like a keyboard and end with Enter. */
export function CodeField({ onCode }: Props) {
  const input = useRef<HTMLInputElement>(null)
  /** The characters that a scanner means by the keys pressed since the field was empty. */
  const usLayoutText = useRef<string>(undefined)

  function check() {
    const field = input.current
    if (!field) return
    const [text, keys] = [field.value, usLayoutText.current]
    field.value = ''
    usLayoutText.current = undefined
    if (text.trim() !== '') onCode(text, keys)
  }

  // What is typed anywhere on the page goes into the field: a list of shows with the focus would choose another show.
  const receive = useEffectEvent((event: KeyboardEvent) => {
    const field = input.current
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (!field || hasModifier) return
    const isElsewhere = event.target !== field
    if (event.key === 'Enter' && isElsewhere && field.value !== '') {
      event.preventDefault()
      check()
    }
    const character = usCharacterOf(event.code)
    const isTyped = event.key.length === 1 && event.key !== ' '
    if (!isTyped && character === undefined) return
    if (field.value === '') usLayoutText.current = ''
    if (usLayoutText.current !== undefined) usLayoutText.current += character ?? event.key
    // Not a shortcut: a scanner types letters.
    event.stopPropagation()
    if (!isElsewhere) return
    event.preventDefault()
    field.value += isTyped ? event.key : character
    field.focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => receive(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])

  const recordChange = ({ nativeEvent }: FormEvent) => {
    if (nativeEvent instanceof InputEvent && !TYPED.includes(nativeEvent.inputType))
      usLayoutText.current = undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check()
  }
  return (
    <form onSubmit={submit} className="flex gap-2">
      <input
        ref={input}
        aria-label="Reference or scanned code"
        placeholder="MQ-… or scan"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onInput={recordChange}
        className="input min-h-14 text-lg"
      />
      <Button type="submit" className="min-h-14 px-6">
        Check
      </Button>
    </form>
  )
}
