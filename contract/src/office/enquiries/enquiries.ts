import * as z from 'zod/mini'
import { Id, Instant, NamedId, PathId } from '#src/calls/ids.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { findPlaceholders } from './reply-templates.ts'

/** `new`: nothing was answered yet. `spam` is listed only on request. */
export const EnquiryState = z.enum(['new', 'answered', 'closed', 'spam'])
export type EnquiryState = z.infer<typeof EnquiryState>

/** What staff has answered by mail. */
const Answer = z.object({
  /** Also the id of its mail. */
  _id: Id,
  at: Instant,
  device: NamedId,
  text: z.string(),
  /** `refused`: the mail server has refused the mail for good. */
  delivery: z.enum(['waiting', 'sent', 'refused']),
})

/** What a visitor has asked or written to the cinema on the site. */
export const Enquiry = z.object({
  _id: Id,
  kind: z.enum(['question', 'message']),
  /** Null: the form did not ask for it. */
  name: z.nullable(z.string()),
  email: z.string(),
  text: z.string(),
  state: EnquiryState,
  at: Instant,
  /** The device that sees to it. */
  device: z.nullable(NamedId),
  /** The oldest first. */
  answers: z.array(Answer),
})
export type Enquiry = z.infer<typeof Enquiry>

/** Enquiries on a page of the list. */
export const ENQUIRIES_PER_PAGE = 50
const MAX_SEARCH_LENGTH = 254

/** The latest first, 50 on a page. Without a state, all but spam. `q` finds any part of a name, email or text. */
export const listEnquiries = officeEndpoint({
  method: 'GET',
  path: '/api/office/enquiries',
  scopes: ['counter'],
  querystring: z.object({
    state: z.optional(EnquiryState),
    q: z.optional(z.string().check(z.trim(), z.maxLength(MAX_SEARCH_LENGTH))),
    /** The `next` of the previous page. */
    before: z.optional(z.string().check(z.maxLength(60))),
  }),
  response: z.object({
    enquiries: z.array(Enquiry),
    /** The numbers of all enquiries, by state. */
    counts: z.record(EnquiryState, z.int()),
    /** Null on the last page. */
    next: z.nullable(z.string()),
  }),
})

const ofEnquiry = { params: z.object({ enquiryId: PathId }) }

/** One enquiry with its answers. NOT_FOUND. */
export const getEnquiry = officeEndpoint({
  method: 'GET',
  path: '/api/office/enquiries/:enquiryId',
  scopes: ['counter'],
  ...ofEnquiry,
  response: z.object({ enquiry: Enquiry }),
})

const MAX_ANSWER_LENGTH = 4000
const NO_ANSWER = 'Please write an answer.'

const AnswerText = z.string(NO_ANSWER).check(
  z.trim(),
  z.minLength(1, NO_ANSWER),
  z.maxLength(MAX_ANSWER_LENGTH, `Please use at most ${MAX_ANSWER_LENGTH} characters.`),
  z.refine(
    (text) => findPlaceholders(text).length === 0,
    'Please replace the words in braces, such as {name}.',
  ),
)

/**
 * Sends an answer by mail. CLOSED if the enquiry has more answers than `answers`, the number that the sender has read (0 unless given), or is closed or spam. The
 * last answer, sent again by its device, changes nothing.
 */
export const replyToEnquiry = officeEndpoint({
  method: 'POST',
  path: '/api/office/enquiries/:enquiryId/reply',
  scopes: ['counter'],
  ...ofEnquiry,
  body: z.object({
    text: AnswerText,
    answers: z.optional(z.int().check(z.minimum(0))),
  }),
  response: z.object({ success: z.literal(true), enquiry: Enquiry }),
})

/** Sets the state, or the device that sees to the enquiry (null: none). NOT_FOUND, also for an unknown device. */
export const changeEnquiry = officeEndpoint({
  method: 'PATCH',
  path: '/api/office/enquiries/:enquiryId',
  scopes: ['counter'],
  ...ofEnquiry,
  body: z.object({
    state: z.optional(EnquiryState),
    deviceId: z.optional(z.nullable(Id)),
  }),
  response: z.object({ enquiry: Enquiry }),
})
