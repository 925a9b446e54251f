import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { setTheme, usePreferences } from '#lib/preferences.store.ts'

export function ThemeButton() {
  const isDark = usePreferences(({ theme }) => theme === 'dark')
  const Icon = isDark ? Sun : Moon
  const name = isDark ? 'Light theme' : 'Dark theme'
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
      className="grid size-11 place-items-center rounded hover:bg-ash/15"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}
