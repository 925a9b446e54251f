import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'

/**
 * Keyboard navigation for a grid of buttons with one tab stop: the button that had the focus last. Arrow keys, Home and End move
 * the focus. The number of columns depends on the width, so it is measured.
 */
export function useArrowKeys(grid: RefObject<HTMLElement | null>, firstId: string | undefined) {
  const [tabStop, setTabStop] = useState<string>()

  const handleKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const from = buttons.indexOf(event.target as HTMLButtonElement)
    const next = from < 0 ? undefined : findButtonForArrowKey(buttons, from, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const handleFocus = ({ target }: FocusEvent<HTMLElement>) =>
    setTabStop((last) => target.dataset.place ?? last)
  return { tabStop: tabStop ?? firstId, handleKeyDown, handleFocus }
}

function findButtonForArrowKey(buttons: HTMLButtonElement[], from: number, key: string) {
  const columns = countColumns(buttons)
  const indexByKey: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 0,
    End: buttons.length - 1,
  }
  const index = indexByKey[key]
  return index === undefined ? undefined : buttons[index]
}

const countColumns = ([first, ...others]: HTMLButtonElement[]) =>
  1 + others.filter(({ offsetTop }) => offsetTop === first?.offsetTop).length
