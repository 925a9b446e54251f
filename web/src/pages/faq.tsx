import { useSearchParams } from 'react-router'
import { AfterBooking } from '#features/enquiries/after-booking.tsx'
import { faqItems } from '#features/enquiries/faq-items.tsx'
import { MessageForm } from '#features/enquiries/message-form.tsx'
import { QuestionForm } from '#features/enquiries/question-form.tsx'
import { pageTitle } from '#lib/page/page-title.ts'
import { tabIn, tabSearch } from '#lib/paths.ts'
import { Accordion } from '#ui/accordion.tsx'
import { CornerFrame } from '#ui/corner-frame.tsx'
import { Ornament } from '#ui/ornament.tsx'
import { Tabs } from '#ui/tabs.tsx'

export function FaqPage() {
  const [search, setSearch] = useSearchParams()
  const tab = tabIn(search) === 'contact' ? 'contact' : 'faq'

  return (
    <div className="mx-auto max-w-3xl px-4 py-16 sm:px-8 md:py-24">
      <title>{pageTitle('FAQ')}</title>
      <header className="mb-10 text-center">
        <p className="eyebrow">Guest Services</p>
        <h1 className="display mt-4 text-3xl md:text-4xl">At Your Service</h1>
        <Ornament className="mx-auto mt-6 w-56" />
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
