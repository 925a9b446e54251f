/** A short note at the foot of the page. It is also read aloud, and goes by itself. */
export const notify = async (text: string) => (await import('sonner')).toast(text)
