/** A rule that was broken, and what was seen. */
export interface Violation {
  rule: string
  detail: string
}
