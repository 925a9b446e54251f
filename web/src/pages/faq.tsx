import { describeRefundPolicy } from '@marquee/contract/bookings/refund-policy'
import { slotPrice } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { MessageForm, QuestionForm } from '#features/enquiries/enquiry-forms.tsx'
import { SearchShortcut } from '#features/profile/settings/device-settings.tsx'
import { pageTitle } from '#lib/page/page-title.ts'
import { tabIn, tabSearch } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { Accordion, type AccordionItem } from '#ui/accordion.tsx'
import { CornerFrame } from '#ui/corner-frame.tsx'
import { Ornament } from '#ui/ornament.tsx'

export function FaqPage() {
  const [search, setSearch] = useSearchParams()
  const tab = tabIn(search) === 'contact' ? 'contact' : 'faq'

  return (
    <div className="mx-auto max-w-3xl px-4 py-16 sm:px-8 md:py-24 short:py-7">
      <title>{pageTitle('FAQ')}</title>
      <header className="mb-10 text-center short:mb-3">
        <p className="eyebrow">Guest Services</p>
        <h1 className="display mt-4 text-3xl md:text-4xl">At Your Service</h1>
        <Ornament className="mx-auto mt-6 w-56 short:hidden" />
      </header>
      <Tabs
        label="Guest services"
        value={tab}
        onChange={(next) =>
          setSearch(next === 'faq' ? '' : tabSearch(next), {
            replace: true,
            preventScrollReset: true,
          })
        }
        tabs={[
          { value: 'faq', label: 'FAQ', content: <Faq /> },
          { value: 'contact', label: 'Contact', content: <Contact /> },
        ]}
      />
    </div>
  )
}

function Faq() {
  return (
    <div className="grid gap-14">
      <Accordion items={faqItems} />
      <AfterBooking />
      <Accessibility />
      <section aria-labelledby="ask" className="panel relative px-6 pt-10 pb-11 sm:p-12">
        <CornerFrame />
        <h2 id="ask" className="mb-6 text-xl text-brass">
          Ask a Question
        </h2>
        <QuestionForm />
      </section>
    </div>
  )
}

function Contact() {
  return (
    <section aria-labelledby="contact-us" className="panel relative px-6 pt-10 pb-11 sm:p-12">
      <CornerFrame />
      <h2 id="contact-us" className="mb-6 text-xl text-brass">
        Contact Us
      </h2>
      <MessageForm />
    </section>
  )
}

/** Refunds, changes, the waiting list and emails: plain texts, because the specification has four questions to open. */
const AfterBooking = () => (
  <section aria-labelledby="after-booking">
    <h2 id="after-booking" className="mb-6 text-xl text-brass">
      After You Book
    </h2>
    <dl className="grid gap-6">
      <Text title="Cancelling and refunds">
        {describeRefundPolicy(siteSettings.refundPolicy)} In My Bookings you can cancel a booking,
        single seats or single parking slots. You see the amount before you confirm. If the cinema
        cancels the show, you are refunded in full.
      </Text>
      <Text title="Changing a booking">
        Until booking closes, you can change seats, showtime and parking. Open More beside your
        booking in My Bookings, and choose Change. You keep your old seats until the change is
        complete. Another showtime cancels your parking. You can add it again.
      </Text>
      <Text title="When a show is full">
        Sign in, confirm your email and join the waiting list on the seat screen. When seats come
        free, we hold them for you for a short time. We tell you here and by email.
      </Text>
      <Text title="What we send you">
        Your tickets when you book. A message when your booking changes or is cancelled. With a
        confirmed email, also reminders and offers of the waiting list. My Bookings always has your
        tickets.
      </Text>
    </dl>
  </section>
)

/** Visitors who are not signed in find the switch of the shortcut here. */
const Accessibility = () => (
  <section aria-labelledby="accessibility">
    <h2 id="accessibility" className="mb-6 text-xl text-brass">
      Accessibility
    </h2>
    <p className="mb-4 text-ash">
      Every page works by keyboard and with screen readers. On the seat map, arrow keys move from
      seat to seat. Enter takes a seat, and gives it back. Choose from a list shows the same seats
      without a map.
    </p>
    <SearchShortcut />
  </section>
)

const Text = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt className="font-medium">{title}</dt>
    <dd className="mt-1 text-ash">{children}</dd>
  </div>
)

const faqItems: AccordionItem[] = [
  {
    heading: 'Do parking prices change with demand?',
    content: (
      <p>
        No, there is no dynamic pricing. A two-wheeler slot is always{' '}
        {formatRupees(slotPrice('twoWheeler'))} for each show. A four-wheeler slot is always{' '}
        {formatRupees(slotPrice('fourWheeler'))}. Prices do not depend on how full the show is.
      </p>
    ),
  },
  {
    heading: 'Can I book a ticket and a parking slot together?',
    content: (
      <p>
        Yes. Choose your seats on the seat screen. Turn on Add Parking under Valet Parking. Choose
        your slots and enter the vehicle numbers. Seats and slots are held until one deadline. They
        are booked in one step: all of them, or none.
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

interface Tab<Value extends string> {
  value: Value
  label: string
  content: ReactNode
}

interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  label: string
  tabs: Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List
        aria-label={label}
        className="flex flex-wrap justify-center gap-2 border-b border-brass/25"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 border-transparent px-6 py-2 font-semibold tracking-label text-ash transition-colors hover:text-brass-bright data-[state=active]:border-brass data-[state=active]:text-brass forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-[Highlight]"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-8">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
