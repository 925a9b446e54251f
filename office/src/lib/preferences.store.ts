import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface Preferences {
  theme: 'light' | 'dark'
  /** Single-key shortcuts can be turned off (WCAG 2.1.4). */
  shortcuts: boolean
  /** Sounds of the door. */
  sound: boolean
}

/** What this browser remembers. `public/theme.js` reads the theme before the first paint. */
export const usePreferences = create<Preferences>()(
  persist((): Preferences => ({ theme: 'light', shortcuts: true, sound: true }), {
    name: 'office-preferences',
    version: 1,
  }),
)

export function setTheme(theme: Preferences['theme']) {
  usePreferences.setState({ theme })
  if (theme === 'dark') document.documentElement.dataset.theme = 'dark'
  else delete document.documentElement.dataset.theme
}
