import { PAGES } from '@marquee/contract/pages'
import { moviesQuery } from '#features/movies/movies.queries.ts'
import { followOtherTabs, restoreSession } from '#features/session/session.store.ts'
import { queryClient } from '#lib/query-client.ts'

/** What lives as long as the page does. */
export function startServices() {
  // On its way while the home page's own code still is.
  if (window.location.pathname === PAGES.home) void queryClient.prefetchQuery(moviesQuery)
  void restoreSession()
  followOtherTabs()
  void openSocket()
}

/** The socket's code is fetched beside the first page, not with it. */
async function openSocket() {
  const { socket } = await import('#lib/socket.ts')
  socket.connect()
  window.addEventListener('pagehide', () => socket.disconnect())
  // A page that comes back out of the browser's cache is alive again.
  window.addEventListener('pageshow', ({ persisted }) => persisted && socket.connect())
}
