import { type ComponentType, lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { Layout } from '#app/layout.tsx'

const HomePage = page(() => import('#pages/home.tsx'), 'HomePage')
const AboutPage = page(() => import('#pages/about.tsx'), 'AboutPage')
const FaqPage = page(() => import('#pages/faq.tsx'), 'FaqPage')
const SignInPage = page(() => import('#pages/sign-in.tsx'), 'SignInPage')
const SignUpPage = page(() => import('#pages/sign-up.tsx'), 'SignUpPage')
const ProfilePage = page(() => import('#pages/profile.tsx'), 'ProfilePage')
const TicketsPage = page(() => import('#pages/tickets.tsx'), 'TicketsPage')
const LegacyTicketsPage = page(() => import('#pages/legacy-tickets.tsx'), 'LegacyTicketsPage')
const PaymentPage = page(() => import('#pages/payment.tsx'), 'PaymentPage')
const NotFoundPage = page(() => import('#pages/not-found.tsx'), 'NotFoundPage')

/** The route table of the specification, section 2; each page is fetched when it is first visited. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<HomePage />} />
        <Route path="about" element={<AboutPage />} />
        <Route path="faq" element={<FaqPage />} />
        <Route path="sign-in" element={<SignInPage />} />
        <Route path="sign-up" element={<SignUpPage />} />
        <Route path="profile" element={<ProfilePage />} />
        <Route path="profile-legacy" element={<ProfilePage />} />
        <Route path="tickets/:movieId/:showtimeId" element={<TicketsPage />} />
        <Route path="tickets/:movieName/:screen/:timing" element={<LegacyTicketsPage />} />
        <Route path="payment-new" element={<PaymentPage />} />
        <Route path="signin" element={<Navigate replace to="/sign-in" />} />
        <Route path="signup" element={<Navigate replace to="/sign-up" />} />
        <Route path="payment" element={<Navigate replace to="/payment-new" />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy<ComponentType>(async () => ({ default: (await load())[name] }))
}
