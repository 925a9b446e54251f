import { type Pace, SLOW_PACE_FACTOR } from '@marquee/contract/holds'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

interface PaceState {
  pace: Pace
}

/** The pace that the visitor has chosen in this browser. `slow` gives more time to choose, to pay and to read. */
export const usePace = create<PaceState>()(
  persist((): PaceState => ({ pace: 'normal' }), {
    name: 'pace',
    storage: createJSONStorage(() => localStorage),
    merge: (stored) => ({
      pace: (stored as Partial<PaceState> | undefined)?.pace === 'slow' ? 'slow' : 'normal',
    }),
  }),
)

export const setPace = (pace: Pace) => usePace.setState({ pace })

/** The field of a hold request. */
export const paceField = () => (usePace.getState().pace === 'slow' ? { pace: 'slow' as const } : {})

/** How long a notice is visible that stays for `ms` at the normal pace. */
export const noticeTime = (ms: number) =>
  usePace.getState().pace === 'slow' ? SLOW_PACE_FACTOR * ms : ms
