// Runs before the first paint, so that a dark office does not flash.
try {
  const { theme } = JSON.parse(localStorage.getItem('office-preferences') ?? '{}').state ?? {}
  if (theme === 'dark') document.documentElement.dataset.theme = 'dark'
} catch {
  // No storage, or an unreadable value: the light theme.
}
