import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { type Ask, DialogContext, type Question } from '#ui/use-dialog.ts'

interface Asked extends Question<string> {
  id: number
  settle: (answer: string | undefined) => void
}

const loadMessageDialog = () => import('#ui/message-dialog.tsx')
const MessageDialog = lazy(async () => ({ default: (await loadMessageDialog()).MessageDialog }))

let asked = 0

/** Shows what `useDialog` asks, one question after the other. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<Asked[]>([])

  // Fetched at the first touch, before it is needed: the message may be that the network is gone.
  useEffect(() => {
    const touched = new AbortController()
    const options = { once: true, signal: touched.signal }
    window.addEventListener('pointerdown', loadMessageDialog, options)
    window.addEventListener('keydown', loadMessageDialog, options)
    return () => touched.abort()
  }, [])

  const ask = useCallback(
    (question: Question<string>) =>
      new Promise<string | undefined>((resolve) => {
        asked += 1
        const id = asked
        const settle = (answer: string | undefined) => {
          setWaiting((questions) => questions.filter((other) => other.id !== id))
          resolve(answer)
        }
        setWaiting((questions) => [...questions, { ...question, id, settle }])
      }),
    [],
  )

  const [current] = waiting
  return (
    <DialogContext value={ask as Ask}>
      {children}
      {current && (
        <Suspense>
          <MessageDialog key={current.id} question={current} onAnswer={current.settle} />
        </Suspense>
      )}
    </DialogContext>
  )
}
