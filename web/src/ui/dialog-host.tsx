import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type Ask, DialogContext, type Question } from '#ui/use-dialog.ts'

interface QueuedQuestion extends Question<string> {
  id: number
  settle: (answer: string | undefined) => void
}

const loadMessageDialog = () => import('#ui/message-dialog.tsx')
const MessageDialog = lazy(async () => ({ default: (await loadMessageDialog()).MessageDialog }))

function preload() {
  const load = () => void loadMessageDialog().catch(() => undefined)
  const whenIdle = window.requestIdleCallback ?? window.setTimeout
  const cancel = window.cancelIdleCallback ?? window.clearTimeout
  const id = whenIdle(load)
  return () => cancel(id)
}

/** Shows the questions of `useDialog`, one after the other. Going to another page removes them. */
export function DialogHost({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const currentPage = pathname + search
  const lastId = useRef(0)
  const [{ page, queue }, setState] = useState({ page: currentPage, queue: [] as QueuedQuestion[] })
  if (page !== currentPage) setState({ page: currentPage, queue: [] })

  const ask = useCallback((question: Question<string>) => {
    const updateQueue = (update: (questions: QueuedQuestion[]) => QueuedQuestion[]) =>
      setState((state) => ({ ...state, queue: update(state.queue) }))

    return new Promise<string | undefined>((resolve) => {
      lastId.current += 1
      const id = lastId.current
      const settle = (answer: string | undefined) => {
        updateQueue((questions) => questions.filter((other) => other.id !== id))
        resolve(answer)
      }
      if (question.signal?.aborted) return resolve(undefined)
      question.signal?.addEventListener('abort', () => settle(undefined), { once: true })
      updateQueue((questions) => [...questions, { ...question, id, settle }])
    })
  }, [])

  const dialogs = useMemo(() => ({ ask: ask as Ask, preload }), [ask])

  const [current] = queue
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
