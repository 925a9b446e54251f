import { MOVED_PAGES, PAGES } from '@marquee/contract/pages'
import { type ComponentType, lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { Layout } from '#app/layout/layout.tsx'

const HomePage = lazyPage(() => import('#pages/home.tsx'), 'HomePage')
const AboutPage = lazyPage(() => import('#pages/about.tsx'), 'AboutPage')
const FaqPage = lazyPage(() => import('#pages/faq.tsx'), 'FaqPage')
const SignInPage = lazyPage(() => import('#pages/account/sign-in.tsx'), 'SignInPage')
const SignUpPage = lazyPage(() => import('#pages/account/sign-up.tsx'), 'SignUpPage')
const ConfirmEmailPage = lazyPage(
  () => import('#pages/account/confirm-email.tsx'),
  'ConfirmEmailPage',
)
const ForgotPasswordPage = lazyPage(
  () => import('#pages/account/forgot-password.tsx'),
  'ForgotPasswordPage',
)
const ResetPasswordPage = lazyPage(
  () => import('#pages/account/reset-password.tsx'),
  'ResetPasswordPage',
)
const ProfilePage = lazyPage(() => import('#pages/account/profile.tsx'), 'ProfilePage')
const MoviePage = lazyPage(() => import('#pages/movie.tsx'), 'MoviePage')
const SeatScreenPage = lazyPage(
  () => import('#pages/booking/seat-screen-page.tsx'),
  'SeatScreenPage',
)
const LegacySeatScreenPage = lazyPage(
  () => import('#pages/booking/legacy-seat-screen.tsx'),
  'LegacySeatScreenPage',
)
const PaymentPage = lazyPage(() => import('#pages/booking/payment.tsx'), 'PaymentPage')
const TicketPage = lazyPage(() => import('#pages/booked/ticket.tsx'), 'TicketPage')
const ChangeSeatsPage = lazyPage(() => import('#pages/booked/change-seats.tsx'), 'ChangeSeatsPage')
const PassPage = lazyPage(() => import('#pages/booked/pass.tsx'), 'PassPage')
const NotFoundPage = lazyPage(() => import('#pages/not-found.tsx'), 'NotFoundPage')

/** The routes of the specification §2, and those for movies, emails, passwords and tickets. The code of a page is loaded at its first visit. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={PAGES.home} element={<HomePage />} />
        <Route path={PAGES.about} element={<AboutPage />} />
        <Route path={PAGES.faq} element={<FaqPage />} />
        <Route path={PAGES.signIn} element={<SignInPage />} />
        <Route path={PAGES.signUp} element={<SignUpPage />} />
        <Route path={PAGES.confirmEmail} element={<ConfirmEmailPage />} />
        <Route path={PAGES.forgotPassword} element={<ForgotPasswordPage />} />
        <Route path={PAGES.resetPassword} element={<ResetPasswordPage />} />
        <Route path={PAGES.profile} element={<ProfilePage />} />
        <Route path={PAGES.profileLegacy} element={<ProfilePage />} />
        <Route path={PAGES.movie} element={<MoviePage />} />
        <Route path={PAGES.seatScreen} element={<SeatScreenPage />} />
        <Route path={PAGES.seatScreenLegacy} element={<LegacySeatScreenPage />} />
        <Route path={PAGES.payment} element={<PaymentPage />} />
        <Route path={PAGES.ticket} element={<TicketPage />} />
        <Route path={PAGES.changeSeats} element={<ChangeSeatsPage />} />
        <Route path={PAGES.pass} element={<PassPage />} />
        {Object.entries(MOVED_PAGES).map(([path, to]) => (
          <Route key={path} path={path} element={<Navigate replace to={to} />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return lazy<ComponentType>(async () => ({ default: (await load())[name] }))
}
