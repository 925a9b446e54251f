import { setPace, usePace } from '#lib/pace.store.ts'

interface Props {
  /** Called when the visitor has chosen the slow pace. */
  onSlow: () => void
}

/** Lets visitors ask for more time (WCAG 2.2.1). */
export function PaceToggle({ onSlow }: Props) {
  const isSlow = usePace(({ pace }) => pace === 'slow')
  const change = (checked: boolean) => {
    setPace(checked ? 'slow' : 'normal')
    if (checked) onSlow()
  }
  return (
    <label className="mt-2 flex min-h-11 cursor-pointer items-center justify-center gap-2.5 text-sm text-ash">
      <input
        type="checkbox"
        checked={isSlow}
        onChange={({ target }) => change(target.checked)}
        className="size-4 accent-brass"
      />
      Give me twice the time
    </label>
  )
}
