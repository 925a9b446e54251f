import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'

/**
 * Makes a grid of buttons one stop for Tab, which is wherever the focus was last; arrows, Home and End lead from one to the other. What is above and
 * below depends on how many fit into a row, so it is read from the page.
 */
export function useArrowKeys(grid: RefObject<HTMLElement | null>, firstId: string | undefined) {
  const [tabStop, setTabStop] = useState<string>()

  const step = (event: KeyboardEvent) => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const from = buttons.indexOf(event.target as HTMLButtonElement)
    const next = from < 0 ? undefined : buttonByKey(buttons, from, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const stay = ({ target }: FocusEvent<HTMLElement>) => setTabStop(target.dataset.place)
  return { tabStop: tabStop ?? firstId, step, stay }
}

function buttonByKey(buttons: HTMLButtonElement[], from: number, key: string) {
  const columns = columnsOf(buttons)
  const steps: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 0,
    End: buttons.length - 1,
  }
  const to = steps[key]
  return to === undefined ? undefined : buttons[to]
}

const columnsOf = ([first, ...others]: HTMLButtonElement[]) =>
  1 + others.filter(({ offsetTop }) => offsetTop === first?.offsetTop).length
