import * as z from 'zod/mini'
import { Email } from './email.ts'
import { endpoint } from './endpoint.ts'
import { onOneLine } from './one-line.ts'

const text = (longest: number, missing: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(longest, `Please use at most ${longest} characters.`),
    )
const LONGEST_TEXT = 4000
const LONGEST_NAME = 120
const Received = z.object({ success: z.literal(true), message: z.string() })

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/faq/ask',
  body: z.object({
    userQuestion: text(LONGEST_TEXT, 'Please enter your question.'),
    userEmail: Email,
  }),
  answer: Received,
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contact/submit',
  body: z.object({
    name: text(LONGEST_NAME, 'Please enter your name.').check(onOneLine),
    email: Email,
    message: text(LONGEST_TEXT, 'Please enter your message.'),
  }),
  answer: Received,
})
