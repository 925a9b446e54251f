import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { SuccessResponse } from '../calls/success-response.ts'

/** What a notice is about: a booking that was changed or cancelled, seats from the waiting list, a show that starts soon, or what the cinema writes: to
 * all visitors of a show, or as the answer to an enquiry. */
const NOTICE_KINDS = ['changed', 'cancelled', 'offer', 'reminder', 'message'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const Notice = z.object({
  _id: Id,
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  text: z.string(),
  /** The path of the page that shows more. */
  link: z.nullable(z.string()),
  createdAt: Instant,
  readAt: z.nullable(Instant),
})
export type Notice = z.infer<typeof Notice>

/** The latest notices of the signed-in user, the newest first, and how many are unread. */
export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  response: z.object({ notices: z.array(Notice), unread: z.int() }),
})

/** Marks a notice of the signed-in user as read. Calling it again changes nothing. */
export const readNotice = endpoint({
  method: 'POST',
  path: '/api/notices/:noticeId/read',
  params: z.object({ noticeId: PathId }),
  response: SuccessResponse,
})

/** Marks all notices of the signed-in user as read. */
export const readAllNotices = endpoint({
  method: 'POST',
  path: '/api/notices/read',
  response: SuccessResponse,
})
