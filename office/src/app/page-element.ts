import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { createElement, lazy, type ReactElement } from 'react'
import { deviceQuery } from '#lib/device.queries.ts'
import { type LoadedPage, loadedPage, loadPage } from './load-page.ts'

const elements = new Map<LoadedPage, ReactElement>()

/**
 * The element of a page: always the same, so that the page keeps its state. A page whose code is there is rendered at once: `lazy` would show its
 * skeleton first.
 */
export function pageElement(name: LoadedPage) {
  const known = elements.get(name)
  if (known) return known
  const element = createElement(loadedPage(name) ?? lazy(() => loadWithData(name)))
  elements.set(name, element)
  return element
}

/** The page reads its data again if it could not be read early. */
function loadWithData(name: LoadedPage) {
  prefetchData(name).catch(() => undefined)
  return loadPage(name)
}

/** Loads the code of a page, and reads what it asks for first. */
export const preparePage = (name: LoadedPage) => Promise.all([loadPage(name), prefetchData(name)])

async function prefetchData(name: LoadedPage) {
  if (name === 'pair') return
  await queryClient.prefetchQuery(deviceQuery)
  const device = queryClient.getQueryData(deviceQuery.queryKey)
  if (name !== 'programme' || !device || device.isLocked) return
  const [{ prefetchWeek }, { prefetchDraft }] = await Promise.all([
    import('#lib/programme.queries.ts'),
    import('#features/programme/draft/draft.queries.ts'),
  ])
  await Promise.all([prefetchWeek(device.timeZone), prefetchDraft()])
}
