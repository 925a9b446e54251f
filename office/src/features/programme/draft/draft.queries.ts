import type { MethodAndPath } from '@marquee/contract/calls/endpoint'
import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import type { getDraft, ProgrammeDraft, putDraft } from '@marquee/contract/office/programme/drafts'
import { ApiError, call } from '@marquee/ui-kit/lib/api.ts'
import { takeEarlyResponse } from '@marquee/ui-kit/lib/early-calls.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { shouldRetry } from '@marquee/ui-kit/lib/retry.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { changed, type History, redone, undone } from '#lib/history.ts'

// The contract itself would load zod.
const DRAFT: MethodAndPath<typeof getDraft> = { method: 'GET', path: '/api/office/programme/draft' }
const SAVE: MethodAndPath<typeof putDraft> = { method: 'PUT', path: '/api/office/programme/draft' }

type DraftChanges = readonly ProgrammeChange[]

/** The draft of this device: as the server has it, with changes that are still being saved. */
interface LocalDraft extends Pick<ProgrammeDraft, 'programmeVersion' | 'revision'> {
  /** Undefined: it was never saved. */
  _id: string | undefined
  changes: DraftChanges
}

const NO_CHANGES: DraftChanges = []
const NO_DRAFT: LocalDraft = { _id: undefined, changes: [], programmeVersion: 0, revision: 0 }

const toLocal = (draft: ProgrammeDraft | null): LocalDraft => draft ?? NO_DRAFT

const draftQuery = queryOptions({
  queryKey: ['programme-draft'],
  queryFn: async ({ signal }) => {
    const early = takeEarlyResponse(DRAFT.path)
    return toLocal(
      (await call<typeof getDraft>(DRAFT, { querystring: {} }, signal, { early })).draft,
    )
  },
  // It changes in this window only. A change in another one is told when this one saves.
  staleTime: Number.POSITIVE_INFINITY,
})

/** Reads the draft before its page asks for it. */
export const prefetchDraft = () => queryClient.prefetchQuery(draftQuery)

/** The draft that a link names. */
export const sharedDraftQuery = (id: string) =>
  queryOptions({
    queryKey: ['programme-draft', id],
    queryFn: async ({ signal }) =>
      (await call<typeof getDraft>(DRAFT, { querystring: { id } }, signal)).draft,
  })

/** Changes, and the version of the programme for which they were made. */
type DraftContent = Pick<LocalDraft, 'changes' | 'programmeVersion'>

/** The changes before and after the shown ones. They last until the page is loaded again. */
export const useDraftHistory = create(() => ({
  past: [] as readonly DraftContent[],
  future: [] as readonly DraftContent[],
}))

const readDraft = () => queryClient.getQueryData(draftQuery.queryKey) ?? NO_DRAFT
const writeDraft = (draft: LocalDraft) => queryClient.setQueryData(draftQuery.queryKey, draft)
const readContent = (): DraftContent => {
  const { changes, programmeVersion } = readDraft()
  return { changes, programmeVersion }
}

/** Saves the draft. Nothing is sent for changes that a later edit has replaced: its own save follows. */
async function saveDraft(changes: DraftChanges) {
  const { programmeVersion, revision, changes: current } = readDraft()
  if (current !== changes) return
  const body = { changes: [...changes], programmeVersion, revision }
  const { draft } = await call<typeof putDraft>(SAVE, { body })
  writeDraft({ ...draft, ...readContent() })
}

/** Another window has saved the draft: that one is shown, and undo returns to this one. */
async function showSavedDraft() {
  const own = readContent()
  await queryClient.refetchQueries({ queryKey: draftQuery.queryKey, exact: true })
  useDraftHistory.setState({ past: [own], future: [] })
  notify('The draft was changed in another window. Undo returns to yours.')
}

export type EditedDraft = ReturnType<typeof useDraft>

/** The changes that are not applied yet, with undo and redo. `programmeVersion` is that of the programme that staff sees. */
export function useDraft(programmeVersion: number | undefined) {
  const { data, isPending } = useQuery(draftQuery)
  const { past, future } = useDraftHistory()
  const save = useMutation({
    mutationFn: saveDraft,
    scope: { id: 'programme-draft' },
    retry: shouldRetry,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CLOSED') void showSavedDraft()
    },
  })

  const show = (content: DraftContent) => {
    const stored = writeDraft({ ...readDraft(), ...content })
    save.mutate(stored?.changes ?? content.changes)
  }
  const showStep = (step: (history: History<DraftContent>) => History<DraftContent>) => {
    const {
      past: before,
      present,
      future: after,
    } = step({
      ...useDraftHistory.getState(),
      present: readContent(),
    })
    useDraftHistory.setState({ past: before, future: after })
    show(present)
  }
  /** Changes of an empty draft are made for the programme that staff sees. */
  const withVersion = (changes: DraftChanges): DraftContent => {
    const own = readDraft()
    const isNew = own.changes.length === 0
    const version = isNew ? (programmeVersion ?? own.programmeVersion) : own.programmeVersion
    return { changes, programmeVersion: version }
  }
  return {
    _id: data?._id,
    changes: data?.changes ?? NO_CHANGES,
    isPending,
    /** The programme has changed since the first change was made. */
    isOutdated:
      data !== undefined &&
      data.changes.length > 0 &&
      programmeVersion !== undefined &&
      data.programmeVersion < programmeVersion,
    isSaving: save.isPending,
    saveError: save.error,
    saveAgain: () => save.mutate(readDraft().changes),
    edit: (changes: DraftChanges) => showStep((history) => changed(history, withVersion(changes))),
    /** Replaces the changes by those of another draft. */
    replace: ({ changes, programmeVersion: version }: ProgrammeDraft) =>
      showStep((history) => changed(history, { changes, programmeVersion: version })),
    undo: past.length === 0 ? undefined : () => showStep(undone),
    redo: future.length === 0 ? undefined : () => showStep(redone),
    /** After the changes are applied. Undo cannot return to them. */
    clear: () => {
      useDraftHistory.setState({ past: [], future: [] })
      show(withVersion(NO_CHANGES))
    },
  }
}
