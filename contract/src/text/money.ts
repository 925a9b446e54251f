const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})

/** Formats whole rupees: ₹1,250. */
export const formatRupees = (amount: number) => RUPEES.format(amount)
