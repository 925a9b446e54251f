import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { SuccessResponse } from '../calls/success-response.ts'
import { Email } from '../text/email.ts'
import { singleLine } from '../text/one-line.ts'

const text = (maxLength: number, missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(maxLength, `Please use at most ${maxLength} characters.`),
    )
const MAX_TEXT_LENGTH = 4000
const MAX_NAME_LENGTH = 120

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/faq/ask',
  body: z.object({
    userQuestion: text(MAX_TEXT_LENGTH, 'Please enter your question.'),
    userEmail: Email,
  }),
  response: SuccessResponse,
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contact/submit',
  body: z.object({
    name: text(MAX_NAME_LENGTH, 'Please enter your name.').check(singleLine('name')),
    email: Email,
    message: text(MAX_TEXT_LENGTH, 'Please enter your message.'),
  }),
  response: SuccessResponse,
})
