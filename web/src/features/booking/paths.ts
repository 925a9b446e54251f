export const PAYMENT_PATH = '/payment-new'

export const seatScreenPath = (movieId: string, showtimeId: string) =>
  `/tickets/${encodeURIComponent(movieId)}/${encodeURIComponent(showtimeId)}`
