import { slotPrice } from '@marquee/contract/parking'
import { formatRupees } from '@marquee/contract/text/money'
import type { AccordionItem } from '#ui/accordion.tsx'

export const faqItems: AccordionItem[] = [
  {
    heading: 'Do parking prices change with demand?',
    content: (
      <p>
        No. There is no dynamic pricing: a two-wheeler slot is always{' '}
        {formatRupees(slotPrice('twoWheeler'))} and a four-wheeler slot{' '}
        {formatRupees(slotPrice('fourWheeler'))} for each show. Prices do not depend on how full the
        show is.
      </p>
    ),
  },
  {
    heading: 'Can I book a ticket and a parking slot together?',
    content: (
      <p>
        Yes. On the seat screen, choose your seats and turn on Add Parking under Valet Parking.
        Choose your slots and enter the vehicle numbers. Seats and slots are held until one deadline
        and booked in one step. You get all of them, or nothing is booked.
      </p>
    ),
  },
  {
    heading: 'How is payment handled?',
    content: (
      <p>
        This is a demonstration: no money is taken. The card fields on the payment page are for
        display only. No card details are ever sent or stored. Completing the payment confirms your
        booking and gives you its reference.
      </p>
    ),
  },
  {
    heading: 'Is my parking slot matched to my seat?',
    content: (
      <p>
        No, you can choose any free slot. Slots belong to the same screen and showtime as your
        seats. You may book seats without one.
      </p>
    ),
  },
]
