import { conflicting } from '#src/errors.ts'

interface NameCheck {
  /** Those that exist, with their ids. */
  entries: readonly (readonly [id: string, entry: { name: string }])[]
  kind: 'movie' | 'screen'
  name: string
  /** Of the one that gets the name. Undefined: it is new. */
  ownId?: string | undefined
}

/** Throws INVALID (422) if another movie or screen has the name, in upper or lower case. */
export function assertFreeName({ entries, kind, name, ownId }: NameCheck) {
  const isTaken = entries.some(
    ([id, entry]) => id !== ownId && entry.name.toLowerCase() === name.toLowerCase(),
  )
  if (isTaken)
    throw conflicting([`There is a ${kind} called "${name}". Choose another name.`], {
      name: 'Choose another name.',
    })
}
