import { pageTitle } from '#lib/page/page-title.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { CornerFrame } from '#ui/corner-frame.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Ornament } from '#ui/ornament.tsx'

const EXPERIENCES = [
  {
    title: 'Quick to book',
    text: 'Easy and quick ticket booking for every major film. Choose your seats on a live map: they are held for you while you pay.',
  },
  {
    title: 'Simple to manage',
    text: 'A user-friendly interface to manage your bookings: seats, parking and booking reference in one place.',
  },
  {
    title: 'Always up to date',
    text: 'Up-to-date information on releases and trailers, so you never miss an opening night.',
  },
]

export function AboutPage() {
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-20 px-4 py-16 sm:px-8 md:py-24 short:gap-10 short:py-7">
      <title>{pageTitle('About Us')}</title>
      <header className="text-center">
        <p className="eyebrow">{siteSettings.brandName}</p>
        <h1 className="display mt-4 text-3xl md:text-5xl">About Us</h1>
        <Ornament className="mx-auto mt-6 w-56" />
      </header>
      <section aria-labelledby="mission" className="mx-auto max-w-3xl text-center">
        <h2 id="mission" className="display text-2xl text-brass">
          Our Mission
        </h2>
        <p className="mt-5 text-lg text-ivory">
          To make every visit an unforgettable movie experience: your ticket booked with ease, your
          parking waiting, and nothing to think about but the movie.
        </p>
      </section>
      <section aria-labelledby="experiences">
        <h2 id="experiences" className="display text-center text-2xl text-brass">
          Premium Experiences
        </h2>
        <ul className="mt-8 grid gap-px overflow-hidden border-y border-brass/25 md:grid-cols-3">
          {EXPERIENCES.map(({ title, text }) => (
            <li
              key={title}
              className="px-6 py-8 md:border-l md:border-brass/25 md:first:border-l-0"
            >
              <h3 className="text-xl">{title}</h3>
              <p className="mt-3 text-ash">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="join" className="panel relative px-6 py-14 text-center">
        <CornerFrame />
        <h2 id="join" className="display text-2xl text-brass">
          Join Our Experience
        </h2>
        <p className="mx-auto mt-4 mb-7 max-w-xl text-ash">
          The lights are about to go down. Choose your movie, pick the best seats, and book now.
        </p>
        <LinkButton to="/">Book Now</LinkButton>
      </section>
    </div>
  )
}
