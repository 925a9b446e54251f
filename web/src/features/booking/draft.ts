import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { recall, remember } from '#lib/storage.ts'

const Draft = z.object({
  /** Missing until somebody types: meanwhile their account may know one. */
  phone: z.optional(z.string()),
  parking: z.boolean(),
  /** By slot; also of slots that have been given back, should they be taken again. */
  vehicleNumbers: z.record(z.string(), z.string()),
})
export type Draft = z.infer<typeof Draft>

const readDraft = (stored: unknown) => Draft.safeParse(stored).data
const BLANK: Draft = { parking: false, vehicleNumbers: {} }
const keyOf = (showtimeId: string) => `draft:${showtimeId}`

/** What a visitor has typed for a showtime (one a component); it outlives a reload and the way to payment and back. */
export function useDraft(showtimeId: string) {
  const key = keyOf(showtimeId)
  const [draft, setDraft] = useState(() => recall(key, readDraft) ?? BLANK)
  useEffect(() => remember(key, draft), [key, draft])

  const change = useCallback(
    (part: (draft: Draft) => Partial<Draft>) => setDraft((draft) => ({ ...draft, ...part(draft) })),
    [],
  )
  return [draft, change] as const
}
