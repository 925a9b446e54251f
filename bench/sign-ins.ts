import type { BenchmarkServer } from './benchmark-server.ts'

const CLIENTS = 16

/** Sixteen clients sign in with a wrong password again and again. Returns a function that stops them. */
export function startSignIns({ url }: BenchmarkServer) {
  const signIn = async (n: number) => {
    const answer = await fetch(`${url}/api/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `unknown-${n}@example.com`, password: 'wrong' }),
    })
    await answer.text()
  }
  let isOver = false
  const signIns = Array.from({ length: CLIENTS }, async (_, n) => {
    while (!isOver) await signIn(n)
  })
  return async () => {
    isOver = true
    await Promise.all(signIns)
  }
}
