import { sql } from 'kysely'
import { clock } from '../database/dialect.ts'
import { newId } from '../database/rows/new-id.ts'
import type { Db, ExcessAdmissionRow } from '../database/schema.ts'

export interface AdmissionOfBooking {
  scan_id: string | null
  pass: number
  count: number
  device: string | null
  device_name: string | null
  scanned_at: number
  received_at: number
  is_offline: number
}

/** The record of a booking, in the order in which it was received. */
export const selectAdmissions = (db: Db, bookingId: string) =>
  sql<AdmissionOfBooking>`
    select scan_id, pass, count, device, devices.name as device_name, scanned_at, received_at, is_offline
      from admissions left join devices on devices.id = device
     where booking_id = ${bookingId} order by received_at, admissions.id`.execute(db)

export const findExcess = (db: Db, scanId: string) =>
  sql<ExcessAdmissionRow>`select * from excess_admissions where scan_id = ${scanId}`.execute(db)

interface NewAdmission {
  bookingId: string
  showtimeId: string
  pass: number
  count: number
  deviceId: string
  /** Epoch milliseconds by the clock of the device. A moment in the future is stored as now. */
  scannedAt: number
  scanId: string
  isOffline: boolean
}

const scannedAtOf = ({ scannedAt }: { scannedAt: number }) =>
  sql`case when ${scannedAt} > ${clock} then ${clock} else cast(${scannedAt} as bigint) end`

export const insertAdmission = (db: Db, admission: NewAdmission) =>
  sql`
    insert into admissions (id, booking_id, pass, count, device, scanned_at, received_at, showtime_id, scan_id, is_offline)
    values (${newId()}, ${admission.bookingId}, ${admission.pass}, ${admission.count}, ${admission.deviceId},
            ${scannedAtOf(admission)}, ${clock}, ${admission.showtimeId}, ${admission.scanId}, ${Number(admission.isOffline)})`.execute(
    db,
  )

export const insertExcess = (db: Db, admission: NewAdmission, firstScanId: string | null) =>
  sql`
    insert into excess_admissions
      (scan_id, booking_id, showtime_id, pass, count, device, scanned_at, received_at, first_scan_id)
    values (${admission.scanId}, ${admission.bookingId}, ${admission.showtimeId}, ${admission.pass}, ${admission.count},
            ${admission.deviceId}, ${scannedAtOf(admission)}, ${clock}, ${firstScanId})`.execute(db)

/** The admission of a scan, with the time of the database's clock. */
export const findAdmission = (db: Db, scanId: string) =>
  sql<AdmissionOfBooking & { booking_id: string; showtime_id: string; now: number }>`
    select booking_id, showtime_id, scan_id, pass, count, device, null as device_name, scanned_at, received_at, is_offline,
           ${clock} as now
      from admissions where scan_id = ${scanId} and count > 0`.execute(db)

interface DoorShowRow {
  screen: string
  movie: string
  starts_at: number
  duration: number
}

export const selectDoorShow = (db: Db, showtimeId: string) =>
  sql<DoorShowRow>`
    select screens.name as screen, movies.name as movie, starts_at, duration
      from showtimes
      join screens on screens.id = layout_id
      join movies on movies.id = movie_id
     where showtimes.id = ${showtimeId}`.execute(db)

/** The bookings of a show with the cancelled ones, without house seats. */
export const selectBookingIds = (db: Db, showtimeId: string) =>
  sql<{ id: string }>`
    select bookings.id
      from claims join bookings on bookings.id = booking_id
     where claims.showtime_id = ${showtimeId} and channel <> 'house'
    union
    select bookings.id
      from cancelled_places join bookings on bookings.id = booking_id and bookings.showtime_id = cancelled_places.showtime_id
     where cancelled_places.showtime_id = ${showtimeId}`.execute(db)

export const selectAdmissionsOfShow = (db: Db, showtimeId: string) =>
  sql<AdmissionOfBooking & { booking_id: string }>`
    select booking_id, scan_id, pass, count, device, devices.name as device_name, scanned_at, received_at, is_offline
      from admissions left join devices on devices.id = device
     where showtime_id = ${showtimeId} order by received_at, admissions.id`.execute(db)

interface ExcessOfShow extends ExcessAdmissionRow {
  device_name: string | null
  first_scanned_at: number | null
  first_device: string | null
  first_device_name: string | null
}

export const selectExcessOfShow = (db: Db, showtimeId: string) =>
  sql<ExcessOfShow>`
    select excess_admissions.*, devices.name as device_name, admissions.scanned_at as first_scanned_at,
           admissions.device as first_device, first_devices.name as first_device_name
      from excess_admissions
      left join devices on devices.id = excess_admissions.device
      left join admissions on admissions.scan_id = first_scan_id and admissions.count > 0
      left join devices as first_devices on first_devices.id = admissions.device
     where excess_admissions.showtime_id = ${showtimeId}
     order by excess_admissions.received_at`.execute(db)
