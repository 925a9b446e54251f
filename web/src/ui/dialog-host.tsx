import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { type Ask, DialogContext, type Question } from '#ui/use-dialog.ts'

interface Asked extends Question<string> {
  id: number
  settle: (answer: string | undefined) => void
}

const loadMessageDialog = () => import('#ui/message-dialog.tsx')
const MessageDialog = lazy(async () => ({ default: (await loadMessageDialog()).MessageDialog }))

function prepare() {
  const early = () => void loadMessageDialog().catch(() => undefined)
  const whenIdle = window.requestIdleCallback ?? window.setTimeout
  const cancel = window.cancelIdleCallback ?? window.clearTimeout
  const waiting = whenIdle(early)
  return () => cancel(waiting)
}

let asked = 0

/** Shows what `useDialog` asks, one question after the other, on the page where it was asked. */
export function DialogHost({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const page = pathname + search
  const [{ shownOn, waiting }, setState] = useState({ shownOn: page, waiting: [] as Asked[] })
  if (shownOn !== page) setState({ shownOn: page, waiting: [] })

  const ask = useCallback((question: Question<string>) => {
    const change = (next: (questions: Asked[]) => Asked[]) =>
      setState((state) => ({ ...state, waiting: next(state.waiting) }))

    return new Promise<string | undefined>((resolve) => {
      asked += 1
      const id = asked
      const settle = (answer: string | undefined) => {
        change((questions) => questions.filter((other) => other.id !== id))
        resolve(answer)
      }
      if (question.signal?.aborted) return resolve(undefined)
      question.signal?.addEventListener('abort', () => settle(undefined), { once: true })
      change((questions) => [...questions, { ...question, id, settle }])
    })
  }, [])

  const dialogs = useMemo(() => ({ ask: ask as Ask, prepare }), [ask])

  const [current] = waiting
  return (
    <DialogContext value={dialogs}>
      {children}
      {current && (
        <Suspense>
          <MessageDialog key={current.id} question={current} onAnswer={current.settle} />
        </Suspense>
      )}
    </DialogContext>
  )
}
