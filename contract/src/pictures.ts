/** Shown where a person has no picture of their own. */
export const DEFAULT_PROFILE_PICTURE = '/profile.svg'

export const MAX_PICTURE_LENGTH = 2048

export const INVALID_PICTURE = `Please give a picture by its address, which begins with https:// and has at most ${MAX_PICTURE_LENGTH} characters.`

/** Returns the URL in canonical form, null if it is not a valid picture URL. */
export const normalizePictureUrl = (text: string) =>
  isPictureAddress(text) ? new URL(text).href : null

/** Whether a browser may be told to show it: a public address over https, and no script, file or password in it. */
export function isPictureAddress(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, href } = new URL(text)
  return (
    protocol === 'https:' && username === '' && password === '' && href.length <= MAX_PICTURE_LENGTH
  )
}
