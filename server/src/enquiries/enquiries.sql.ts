import type { Db, EnquiryRow } from '../database/schema.ts'

export const insertEnquiry = (db: Db, enquiry: EnquiryRow) =>
  db.insertInto('enquiries').values(enquiry).execute()
