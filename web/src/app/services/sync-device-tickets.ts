import { useSession } from '#features/session/session.store.ts'
import { deleteDeviceData } from '#lib/device-storage.ts'

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
