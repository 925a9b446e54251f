import { PAGES } from '@marquee/contract/pages'
import { moviesQuery } from '#features/movies/movies.queries.ts'
import {
  restoreSession,
  syncSessionAcrossTabs,
  useSession,
} from '#features/session/session.store.ts'
import { queryClient } from '#lib/query-client.ts'

/** What lives as long as the page does. */
export function startServices() {
  // On its way while the home page's own code still is.
  if (window.location.pathname === PAGES.home) void queryClient.prefetchQuery(moviesQuery)
  void restoreSession()
  syncSessionAcrossTabs()
  void openSocket()
}

/** The socket's code is fetched beside the first page, not with it. */
async function openSocket() {
  const { followNetwork, socket } = await import('#lib/socket.ts')
  socket.connect()
  // A window belongs to the session it was opened in: it does not outlive a sign-out, nor precede a sign-in.
  useSession.subscribe((now, before) => {
    if (now.currentUser?._id === before.currentUser?._id) return
    const reopen = () => void socket.disconnect().connect()
    // One that is still on its way may have set out as somebody else.
    if (socket.connected) reopen()
    else socket.once('connect', reopen)
  })
  followNetwork()
  window.addEventListener('pagehide', () => socket.disconnect())
  // A page that comes back out of the browser's cache is alive again.
  window.addEventListener('pageshow', ({ persisted }) => persisted && socket.connect())
}
