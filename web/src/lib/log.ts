/** For whoever opens the browser's tools: faults that a visitor can do nothing about. */
export function logWarning(text: string, ...what: unknown[]) {
  // biome-ignore lint/suspicious/noConsole: the one place where the web app writes to the console
  console.warn(text, ...what)
}
