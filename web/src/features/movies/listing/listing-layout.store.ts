import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

interface ListingLayout {
  /** Two columns of posters on phones, instead of one. */
  twoColumns: boolean
}

/** The layout that the visitor has chosen on this device. */
export const useListingLayout = create<ListingLayout>()(
  persist((): ListingLayout => ({ twoColumns: false }), {
    name: 'listing',
    storage: createJSONStorage(() => localStorage),
    merge: (stored) => ({
      twoColumns: (stored as Partial<ListingLayout> | undefined)?.twoColumns === true,
    }),
  }),
)

export const toggleTwoColumns = () =>
  useListingLayout.setState(({ twoColumns }) => ({ twoColumns: !twoColumns }))
