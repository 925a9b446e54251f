/** The events of services, with their arguments. */
export interface ContextEvents {
  /** A service of this node has changed claims. Emitted after the commit, never inside a transaction. */
  claimsChanged: [showtimeId: string]
  /** Another node has changed claims. */
  remoteClaimsChanged: [showtimeId: string]
  /** A service of this node has changed what the office shows of a showtime: the show itself, its bookings, admissions or vehicles. */
  showChanged: [showtimeId: string]
  /** Another node has. */
  remoteShowChanged: [showtimeId: string]
  /** A service of this node has changed positions in the queue of a showtime. */
  queueChanged: [showtimeId: string]
  /** Another node has. */
  remoteQueueChanged: [showtimeId: string]
  /** A service of this node has changed the notices or the waiting list entries of an account. */
  noticesChanged: [userId: string]
  /** Another node has. */
  remoteNoticesChanged: [userId: string]
  /** A service of this node has added or changed an enquiry. */
  enquiriesChanged: [enquiryId: string]
  /** Another node has. */
  remoteEnquiriesChanged: [enquiryId: string]
}
