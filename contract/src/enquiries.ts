import * as z from 'zod/mini'
import { Email } from './email.ts'
import { endpoint } from './endpoint.ts'
import { onOneLine } from './one-line.ts'

const text = (maxLength: number, missing: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(maxLength, `Please use at most ${maxLength} characters.`),
    )
const MAX_TEXT_LENGTH = 4000
const MAX_NAME_LENGTH = 120
const Received = z.object({ success: z.literal(true), message: z.string() })

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/faq/ask',
  body: z.object({
    userQuestion: text(MAX_TEXT_LENGTH, 'Please enter your question.'),
    userEmail: Email,
  }),
  answer: Received,
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contact/submit',
  body: z.object({
    name: text(MAX_NAME_LENGTH, 'Please enter your name.').check(onOneLine),
    email: Email,
    message: text(MAX_TEXT_LENGTH, 'Please enter your message.'),
  }),
  answer: Received,
})
