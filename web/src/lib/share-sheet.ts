export interface ShareLink {
  title: string
  text: string
  url: string
}

/** Opens the share sheet of the device. Closing it is not an error. */
export const openShareSheet = (link: ShareLink) => navigator.share(link).catch(() => undefined)

export const canShare = () => 'share' in navigator
