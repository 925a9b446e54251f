import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const Text = z.string().check(z.trim(), z.minLength(1), z.maxLength(4000))
const Email = z
  .string()
  .check(z.trim(), z.maxLength(254), z.email('Please enter a valid e-mail address.'))
const Received = z.object({ success: z.literal(true), message: z.string() })

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/faq/ask',
  body: z.object({ userQuestion: Text, userEmail: Email }),
  answer: Received,
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contact/submit',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    email: Email,
    message: Text,
  }),
  answer: Received,
})
