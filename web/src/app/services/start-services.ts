import { PAGES } from '@marquee/contract/pages'
import { sendWritesAfter } from '@marquee/ui-kit/lib/api.ts'
import { watchClockSteps } from '@marquee/ui-kit/lib/clock.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { moviesQuery } from '#features/movies/movies.queries.ts'
import {
  restoreSession,
  syncSessionAcrossTabs,
  useSession,
} from '#features/session/session.store.ts'
import { deleteDeviceData } from '#lib/device-data.ts'
import { registerServiceWorker } from './app-update.ts'

/** Starts everything that runs until the page is closed. */
export function startServices() {
  // Fetches the movies while the code of the home page is still loading.
  if (window.location.pathname === PAGES.home) void queryClient.prefetchQuery(moviesQuery)
  const restored = restoreSession()
  sendWritesAfter(restored)
  void restored.then(syncDeviceTickets)
  syncSessionAcrossTabs()
  void connectSocket(restored)
  watchClockSteps(() => void queryClient.invalidateQueries())
  void registerServiceWorker()
}

/**
 * Loads the socket code separately, so that the first page does not wait for it. Connects after the first call: a page from a shared cache sets no
 * cookie, and two requests without one would be two visitors.
 */
async function connectSocket(restored: Promise<void>) {
  const { reconnectOnNetworkChange, socket } = await import('#lib/socket/socket.ts')
  await restored
  socket.connect()
  // The server reads the user, and whether the email is confirmed, only when a connection is opened.
  useSession.subscribe((session, previous) => {
    const isSameUser = session.currentUser?._id === previous.currentUser?._id
    const isNewlyConfirmed = previous.isEmailUnconfirmed && !session.isEmailUnconfirmed
    if (isSameUser && !isNewlyConfirmed) return
    const reconnect = () => void socket.disconnect().connect()
    // A handshake in progress may carry the old session: reconnect after it.
    if (socket.connected) reconnect()
    else socket.once('connect', reconnect)
  })
  reconnectOnNetworkChange()
  window.addEventListener('pagehide', () => socket.disconnect())
  // The browser can restore a page from its back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => persisted && socket.connect())
}

/** Keeps the upcoming tickets of the signed-in user on this device. Deletes them when the user signs out or changes. */
export function syncDeviceTickets() {
  const { currentUser } = useSession.getState()
  if (currentUser) void keepTicketsOf(currentUser._id)
  // A previous sign-out may have been interrupted.
  else deleteDeviceData()

  useSession.subscribe(({ currentUser }, previous) => {
    if (currentUser?._id === previous.currentUser?._id) return
    deleteDeviceData()
    if (currentUser) void keepTicketsOf(currentUser._id)
  })
}

async function keepTicketsOf(userId: string) {
  const { keepTickets } = await import('#features/tickets/offline/keep-tickets.ts')
  await keepTickets(userId)
}
