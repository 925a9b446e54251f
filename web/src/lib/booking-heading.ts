/** The id of the heading of a booking. It gets the focus when a cancellation removes the button that had it. */
export const bookingHeadingId = (reference: string) => `booking-${reference}`
