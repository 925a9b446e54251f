import { endpoint } from '../calls/endpoint.ts'
import { User } from './accounts.ts'

const MAX_MEGABYTES = 5
export const MAX_PICTURE_BYTES = MAX_MEGABYTES * 1024 * 1024
/** The content types of an uploaded picture. The content decides, not the type that the client names. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
export const UNSUPPORTED_PICTURE = 'Please choose a JPEG, PNG or WebP picture.'
export const PICTURE_TOO_LARGE = `Please choose a picture of at most ${MAX_MEGABYTES} MB.`

/** The body is the file, with its content type. Returns the user with the path of the new picture. */
export const uploadPicture = endpoint({
  method: 'POST',
  path: '/api/user/picture',
  response: User,
})
