import type { Endpoint, MethodAndPath } from '@marquee/contract/calls/endpoint'

/** The cookies of the clients, by what they are for (http/cookies/cookies.ts). */
export type CookiePurpose = 'holder' | 'access' | 'refresh' | 'office'

/** A call as the OpenAPI document describes it. */
export interface ApiCall {
  call: MethodAndPath<Endpoint> & Partial<Endpoint>
  /** One sentence without a full stop. */
  summary: string
  /** The cookie without which the call is refused with 401. */
  needs?: CookiePurpose
  /** The cookie that changes what the call does, if it is sent. */
  reads?: CookiePurpose
  /** The content types of a body that is a file. */
  upload?: readonly string[]
  /** The content type of a response that is a file. */
  file?: string
  /** The call redirects a browser. */
  redirects?: true
}

/** What the OpenAPI document of an API says. */
export interface ApiDescription {
  title: string
  description: string
  /** The calls by noun, then by their names in the contract. */
  calls: Readonly<Record<string, Readonly<Record<string, ApiCall>>>>
  /** The cookies that the clients have. */
  cookies: readonly CookiePurpose[]
}
