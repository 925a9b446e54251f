import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { PathId } from '../calls/ids.ts'
import { SuccessResponse } from '../calls/success-response.ts'

/** Sends the signed-in user one mail when booking opens for a movie. Calling it again changes nothing. */
export const tellMe = endpoint({
  method: 'POST',
  path: '/api/movies/:movieId/tell-me',
  params: z.object({ movieId: PathId }),
  response: SuccessResponse,
})
