import type { Page } from '@playwright/test'

const DATABASE = 'marquee'

/** The keys of everything that the browser has stored about the signed-in user. Undefined while the database is being created or deleted. */
export const listStored = (page: Page) =>
  page.evaluate(async (name) => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T | undefined>((resolve) => {
        for (const type of ['success', 'error', 'blocked'])
          request.addEventListener(type, () =>
            resolve(type === 'success' ? request.result : undefined),
          )
      })
    const names = (await indexedDB.databases()).map((database) => database.name)
    if (!names.includes(name)) return []
    const database = await settle(indexedDB.open(name))
    if (!database) return
    // An open connection would delay a deletion by the page.
    database.addEventListener('versionchange', () => database.close())
    const isCreated = database.objectStoreNames.contains('tickets')
    const keys = isCreated
      ? await settle(database.transaction('tickets').objectStore('tickets').getAllKeys())
      : undefined
    database.close()
    return keys
  }, DATABASE)
