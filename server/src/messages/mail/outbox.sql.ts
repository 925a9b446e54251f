import { DAY_MS, MINUTE_MS } from '@marquee/contract/time'
import { type RawBuilder, sql } from 'kysely'
import {
  clock,
  greatest,
  idRows,
  inputRows,
  least,
  statementForRows,
} from '#src/database/dialect.ts'
import { skipLocked } from '#src/database/locks.ts'
import type { Db, OutboxRow, UserRow, WaitingEntryRow } from '#src/database/schema.ts'

const GIVE_UP_AFTER_MS = 3 * DAY_MS

export type NewRow = Pick<
  OutboxRow,
  | 'id'
  | 'kind'
  | 'user_id'
  | 'booking_id'
  | 'recipient'
  | 'mail_limit'
  | 'reply_to'
  | 'thread'
  | 'subject'
  | 'body'
  | 'html'
> & {
  /** Epoch milliseconds. Null: after three days. */
  give_up_at: number | null
}

const NEW_ROW = {
  id: 'text',
  kind: 'text',
  user_id: 'text',
  booking_id: 'text',
  recipient: 'text',
  mail_limit: 'text',
  reply_to: 'text',
  thread: 'text',
  subject: 'text',
  body: 'text',
  html: 'text',
  give_up_at: 'bigint',
} as const

export const insertMails = statementForRows<NewRow>(
  NEW_ROW,
  (wanted) => sql`
    insert into outbox (id, kind, user_id, booking_id, recipient, mail_limit, reply_to, thread, subject, body, html, created_at, next_attempt_at, give_up_at)
    select id, kind, user_id, booking_id, recipient, mail_limit, reply_to, thread, subject, body, html, ${clock}, ${clock},
           coalesce(give_up_at, ${clock} + ${sql.lit(GIVE_UP_AFTER_MS)})
      from ${wanted}`,
)

/** Deletes the mails about bookings that are not sent yet. */
export const deleteUnsentMails = (db: Db, bookingIds: readonly string[]) =>
  sql`
    delete from outbox
     where sent_at is null and booking_id in (select id from ${idRows(db, bookingIds)})`.execute(db)

/** Deletes the reminders of bookings, also those that were sent. */
export const deleteReminders = (db: Db, bookingIds: readonly string[]) =>
  sql`
    delete from outbox
     where kind = 'reminder' and booking_id in (select id from ${idRows(db, bookingIds)})`.execute(
    db,
  )

/** Deletes the mail about an offer that is not sent yet. It is given up at the deadline of the offer, which tells it from those about other offers. */
export const deleteUnsentOfferMail = (
  db: Db,
  { user_id, offer_until }: Pick<WaitingEntryRow, 'user_id' | 'offer_until'>,
) =>
  sql`
    delete from outbox
     where user_id = ${user_id} and kind = 'offer' and sent_at is null and give_up_at = ${offer_until}`.execute(
    db,
  )

/** Mails that are sent, or tried again: those that no mail server has accepted or refused, and that are not too late to be of use. */
export const isWaiting = sql`sent_at is null and refused_at is null and give_up_at > ${clock}`

const isDue = sql`${isWaiting} and next_attempt_at <= ${clock}`

export const findDueMail = (db: Db) =>
  sql<{ id: string }>`select id from outbox where ${isDue} limit 1`.execute(db)

/** Mails that are of no use when they come late: a code, a link, and seats that are held for minutes. */
const isUrgent = sql`kind in ('account', 'offer', 'turn')`

/** Whose mail it is. A sale at the counter has no account. */
const account = sql`coalesce(user_id, recipient)`

/** The attempts of this time count for the turn of an account, except those of urgent mails. */
const RECENT_MS = sql.lit(5 * MINUTE_MS)

/**
 * The due mails in their order: urgent ones first, then those of accounts with few recent attempts, then those of the account that has waited longest. The
 * third mail of an account and later ones come last, so that two at most stand before the mail of another account.
 */
const dueMails = (db: Db) => sql`
    select id, case when ${isUrgent} then 0 else 1 end as urgency,
           ${least(db, sql`coalesce(recent, 0) + number`, sql.lit(MAX_TURN))} as turn,
           case when number > 2 then ${clock} else ${greatest(db, sql`next_attempt_at`, sql`coalesce(latest, 0)`)} end as waits_since,
           next_attempt_at as due_at
      from (select id, kind, next_attempt_at, ${account} as account,
                   row_number() over (partition by ${account} order by next_attempt_at, id) as number
              from outbox where ${isDue}) as due
      left join (select ${account} as attempted_account, count(*) as recent, max(attempted_at) as latest
                   from outbox where attempted_at > ${clock} - ${RECENT_MS} and not (${isUrgent}) group by ${account}) as attempts
        on attempted_account = account`

/** From the third recent mail on, accounts take turns by time. */
const MAX_TURN = 3

/** Locks mails that no other node has locked, in the order of `dueMails`. */
export const lockDueMails = (db: Db, limit: number) =>
  sql<OutboxRow>`
    select outbox.* from (${dueMails(db)}) as turns join outbox on outbox.id = turns.id
     where ${isDue}
     order by urgency, turn, waits_since, due_at, outbox.id limit ${limit} ${skipLocked(db, 'outbox')}`.execute(
    db,
  )

/** Plans the next attempt before this one starts: if the process ends in between, the mail is still sent. */
export const planNextAttempt = (db: Db, ids: string[], firstPauseMs: number) =>
  sql`
    update outbox
       set attempts = attempts + 1, attempted_at = ${clock},
           next_attempt_at = ${clock} + ${firstPauseMs} * (1 << ${least(db, sql`attempts`, MAX_DOUBLINGS)})
     where id in (select id from ${idRows(db, ids)})`.execute(db)

const MAX_DOUBLINGS = sql.lit(5)

type Attempt = Pick<OutboxRow, 'id' | 'recipient'>

/** Not if the address was corrected meanwhile: the new one has received nothing. */
export const markSent = (db: Db, { id, recipient }: Attempt) =>
  sql`
    update outbox set sent_at = ${clock}, body = '', html = null
     where id = ${id} and recipient = ${recipient}`.execute(db)

/** A mail about a booking keeps its paragraphs: it may be sent to a corrected address, which refuses nothing yet. */
export const markRefused = (db: Db, { id, recipient }: Attempt, refusal: string) =>
  sql`
    update outbox
       set refused_at = ${clock}, refusal = ${refusal}, html = null, body = case when booking_id is null then '' else body end
     where id = ${id} and recipient = ${recipient} and sent_at is null`.execute(db)

/** Deletes the refused mails of a booking: a later one has arrived. */
export const deleteRefusedMails = (db: Db, bookingId: string) =>
  sql`delete from outbox where booking_id = ${bookingId} and refused_at is not null`.execute(db)

/** Sends mails again, to another address. A reminder keeps its time: it is of no use after the start. */
const readdress = (db: Db, recipient: string, mails: RawBuilder<unknown>) =>
  sql<{ id: string }>`
    update outbox
       set recipient = ${recipient}, refused_at = null, refusal = null, attempts = 0, next_attempt_at = ${clock},
           give_up_at = case when kind = 'reminder' then give_up_at else ${clock} + ${sql.lit(GIVE_UP_AFTER_MS)} end
     where sent_at is null and ${mails}
    returning id`.execute(db)

/** Sends what a booking has not received, the refused mails too, to another address. */
export const readdressMails = (db: Db, bookingId: string, recipient: string) =>
  readdress(db, recipient, sql`booking_id = ${bookingId}`)

/** Sends the refused mails about the coming shows of an account to its email. */
export const readdressRefusedMails = (db: Db, { id, email }: Pick<UserRow, 'id' | 'email'>) =>
  readdress(
    db,
    email,
    sql`refused_at is not null and recipient <> ${email} and booking_id in (
      select bookings.id from bookings join showtimes on showtimes.id = showtime_id
       where bookings.user_id = ${id} and starts_at > ${clock})`,
  )

interface RefusedMailRow {
  booking_id: string
  recipient: string
}

/** The refused mails of bookings. */
export const selectRefusedMails = (db: Db, bookingIds: readonly string[]) =>
  sql<RefusedMailRow>`
    select booking_id, recipient
      from ${idRows(db, bookingIds)} join outbox on booking_id = wanted.id
     where booking_id is not null and refused_at is not null
     order by refused_at`.execute(db)

export interface CountedMails {
  recipient: string
  /** What stands for the recipient in the mails of a deleted account. */
  recipientKey: string
  /** Also counts the limits that begin with it and a blank. */
  mailLimit: string
}

/** Counts the mails to addresses under limits, also those of deleted accounts. Returns a row for each address and limit. */
export const countMailsTo = (db: Db, counted: readonly CountedMails[], periodMs: number) =>
  sql<{ recipient: string; mail_limit: string; count: number }>`
    select wanted.recipient, wanted.mail_limit,
           (select count(*) from outbox
             where outbox.recipient in (wanted.recipient, wanted.recipient_key) and created_at > ${clock} - ${periodMs}
               and (outbox.mail_limit = wanted.mail_limit
                    or substr(outbox.mail_limit, 1, length(wanted.mail_limit) + 1) = wanted.mail_limit || ' ')) as count
      from ${inputRows(
        db,
        { recipient: 'text', recipient_key: 'text', mail_limit: 'text' },
        counted.map(({ recipient, recipientKey, mailLimit }) => ({
          recipient,
          recipient_key: recipientKey,
          mail_limit: mailLimit,
        })),
      )}`.execute(db)

/** Keeps of a mail only that it was sent, to whom by a key, and when. A new id separates it from its file. */
export const anonymizeMail = (db: Db, id: string, recipientKey: string) =>
  sql`
    update outbox
       set id = ${crypto.randomUUID()}, user_id = null, recipient = ${recipientKey}, reply_to = null, thread = null, subject = '', body = '', html = null,
           refused_at = null, refusal = null, sent_at = coalesce(sent_at, ${clock})
     where id = ${id}`.execute(db)

/**
 * Returns the mails about an account, to its email, and from it. An email that is not confirmed may be of another person: what that
 * person has sent is left until it has arrived.
 */
export const findMailsOf = (
  db: Db,
  { id, email, email_confirmed_at }: Pick<UserRow, 'id' | 'email' | 'email_confirmed_at'>,
) =>
  sql<{ id: string; recipient: string }>`
    select id, recipient from outbox
     where user_id = ${id} or recipient = ${email}
        or (lower(reply_to) = ${email} and (sent_at is not null or ${Number(email_confirmed_at !== null)} = 1))
     order by id`.execute(db)

export const findMails = (db: Db, ids: readonly string[]) =>
  sql<{
    id: string
  }>`select outbox.id from ${idRows(db, ids)} join outbox on outbox.id = wanted.id`.execute(db)
