/** Shown for users without a picture. */
export const DEFAULT_PROFILE_PICTURE = '/profile.svg'

/** The picture that a user has chosen. Null if it is the default one. */
export const ownPicture = (profilePicture: string) =>
  profilePicture === DEFAULT_PROFILE_PICTURE ? null : profilePicture

/** The path of uploaded pictures. */
export const PICTURES_PATH = '/pictures/'
export const MAX_PICTURE_LENGTH = 2048

export const INVALID_PICTURE = `Please enter a photo link that begins with https:// and has at most ${MAX_PICTURE_LENGTH} characters.`

/** Returns the URL in canonical form, null if it is not a valid picture URL. */
export const normalizePictureUrl = (text: string) =>
  isPictureUrl(text) ? new URL(text).href : null

/** True for an https URL without user name and password. */
export function isPictureUrl(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, href } = new URL(text)
  return (
    protocol === 'https:' && username === '' && password === '' && href.length <= MAX_PICTURE_LENGTH
  )
}
