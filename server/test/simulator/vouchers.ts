import { ledgerRowsOf } from '../../src/bookings/change/planners/ledger-rows.ts'
import type { DecidedChange } from '../../src/bookings/change/write-changes.ts'
import type { Db, VoucherRow } from '../../src/database/schema.ts'
import type { Commands } from './commands.ts'
import { type MemoryDatabase, type Root, readRow, rowsOf, writeRow } from './memory-database.ts'
import { txOf } from './memory-store.ts'

/** A voucher in the database in memory. Its code is its id. Amounts are rupees. */
export type StoredVoucher = Pick<
  VoucherRow,
  'id' | 'amount' | 'balance' | 'valid_until' | 'booking_id'
>

const REFUND_LIFETIME_MS = 60_000

export const vouchersOf = (root: Root) => rowsOf<StoredVoucher>(root, 'vouchers')

/** The lock of its row. */
export const lockOfVoucher = (id: string) => `voucher ${id}`

/** Reads and writes the rows of vouchers. Unlike the product no constraint refuses a wrong balance: the invariants must find it. */
export function createVoucherTables({ root, send }: MemoryDatabase, now: () => number) {
  const readVoucher = (tx: Db, id: string) =>
    readRow<StoredVoucher>(root(), txOf(tx), ['vouchers', id]) ?? undefined
  const writeVoucher = (tx: Db, voucher: StoredVoucher) =>
    writeRow(txOf(tx), ['vouchers', voucher.id], voucher)

  const insertVoucher = (
    tx: Db,
    {
      amount,
      ...voucher
    }: Pick<StoredVoucher, 'id' | 'amount' | 'valid_until'> & Partial<StoredVoucher>,
  ) =>
    send(txOf(tx), () =>
      writeVoucher(tx, {
        booking_id: null,
        ...voucher,
        amount,
        balance: amount,
      }),
    )

  const changeBalances = (tx: Db, changes: readonly { voucher: string; change: number }[]) =>
    send(
      txOf(tx),
      () => {
        for (const { voucher: id, change } of changes) {
          const voucher = readVoucher(tx, id)
          if (!voucher) throw new Error(`There is no voucher ${id}`)
          const latest = Math.max(voucher.valid_until, now() + REFUND_LIFETIME_MS)
          writeVoucher(tx, {
            ...voucher,
            balance: voucher.balance + change,
            valid_until: change < 0 ? voucher.valid_until : latest,
          })
        }
      },
      { locks: changes.map(({ voucher }) => lockOfVoucher(voucher)).sort() },
    )

  return {
    readVoucher,
    insertVoucher,
    changeBalances,
    /** Refunds of changed bookings to vouchers that have paid, and the vouchers that refunds become. The bookings are written before. */
    refundToVouchers: async (
      tx: Db,
      changes: readonly DecidedChange[],
      { newVoucherAmount }: Pick<Commands, 'newVoucherAmount'>,
    ) => {
      const refunds = changes.flatMap((change) =>
        ledgerRowsOf(change).flatMap(({ kind, voucher_id: voucher, amount }) =>
          kind === 'refund' && voucher !== null && voucher !== change.newVoucher?.id
            ? { voucher, change: amount }
            : [],
        ),
      )
      if (refunds.length > 0) await changeBalances(tx, refunds)
      for (const change of changes) {
        const amount = newVoucherAmount(change)
        if (change.newVoucher && amount > 0)
          await insertVoucher(tx, {
            id: change.newVoucher.id,
            amount,
            valid_until: change.newVoucher.validUntil,
            booking_id: change.booking.id,
          })
      }
    },
  }
}
