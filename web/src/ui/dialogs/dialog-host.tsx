import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { DialogContext, type DialogOptions, type OpenDialog } from './use-dialog.ts'

interface QueuedDialog extends DialogOptions<string> {
  id: number
  settle: (value: string | undefined) => void
}

const loadMessageDialog = () => import('./message-dialog.tsx')
const MessageDialog = lazy(async () => ({ default: (await loadMessageDialog()).MessageDialog }))

function preload() {
  const load = () => void loadMessageDialog().catch(() => undefined)
  const whenIdle = window.requestIdleCallback ?? window.setTimeout
  const cancel = window.cancelIdleCallback ?? window.clearTimeout
  const id = whenIdle(load)
  return () => cancel(id)
}

/** Shows the dialogs of `useDialog`, one after the other. Navigation to another page removes them. */
export function DialogHost({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const currentPage = pathname + search
  const lastId = useRef(0)
  const [{ page, queue }, setState] = useState({ page: currentPage, queue: [] as QueuedDialog[] })
  if (page !== currentPage) setState({ page: currentPage, queue: [] })

  const openDialog = useCallback((options: DialogOptions<string>) => {
    const updateQueue = (update: (dialogs: QueuedDialog[]) => QueuedDialog[]) =>
      setState((state) => ({ ...state, queue: update(state.queue) }))

    return new Promise<string | undefined>((resolve) => {
      lastId.current += 1
      const id = lastId.current
      const settle = (value: string | undefined) => {
        updateQueue((dialogs) => dialogs.filter((other) => other.id !== id))
        resolve(value)
      }
      if (options.signal?.aborted) return resolve(undefined)
      options.signal?.addEventListener('abort', () => settle(undefined), { once: true })
      updateQueue((dialogs) => [...dialogs, { ...options, id, settle }])
    })
  }, [])

  const dialogs = useMemo(() => ({ openDialog: openDialog as OpenDialog, preload }), [openDialog])

  const [current] = queue
  return (
    <DialogContext value={dialogs}>
      {children}
      {current && (
        <Suspense>
          <MessageDialog key={current.id} options={current} onClose={current.settle} />
        </Suspense>
      )}
    </DialogContext>
  )
}
