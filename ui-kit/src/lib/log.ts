/** Logs an error without showing it to the visitor. */
export function logWarning(text: string, ...details: unknown[]) {
  // biome-ignore lint/suspicious/noConsole: the one place where the web app writes to the console
  console.warn(text, ...details)
}
