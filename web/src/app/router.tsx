import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { Layout } from '#app/layout.tsx'
import { RouteError } from '#app/route-error.tsx'
import { Loading } from '#ui/loading.tsx'

const profile = { Component: async () => (await import('#pages/profile.tsx')).ProfilePage }

/** The route table of the specification, section 2; each page is fetched when it is first visited. */
const pages: RouteObject[] = [
  { index: true, lazy: { Component: async () => (await import('#pages/home.tsx')).HomePage } },
  { path: 'about', lazy: { Component: async () => (await import('#pages/about.tsx')).AboutPage } },
  { path: 'faq', lazy: { Component: async () => (await import('#pages/faq.tsx')).FaqPage } },
  {
    path: 'sign-in',
    lazy: { Component: async () => (await import('#pages/sign-in.tsx')).SignInPage },
  },
  {
    path: 'sign-up',
    lazy: { Component: async () => (await import('#pages/sign-up.tsx')).SignUpPage },
  },
  { path: 'profile', lazy: profile },
  { path: 'profile-legacy', lazy: profile },
  {
    path: 'tickets/:movieId/:showtimeId',
    lazy: { Component: async () => (await import('#pages/tickets.tsx')).TicketsPage },
  },
  {
    path: 'tickets/:movieName/:screen/:timing',
    lazy: { Component: async () => (await import('#pages/legacy-tickets.tsx')).LegacyTicketsPage },
  },
  {
    path: 'payment-new',
    lazy: { Component: async () => (await import('#pages/payment.tsx')).PaymentPage },
  },
  { path: 'signin', loader: () => redirect('/sign-in') },
  { path: 'signup', loader: () => redirect('/sign-up') },
  { path: 'payment', loader: () => redirect('/payment-new') },
  {
    path: '*',
    lazy: { Component: async () => (await import('#pages/not-found.tsx')).NotFoundPage },
  },
]

export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Layout,
    HydrateFallback: () => <Loading>Loading your experience...</Loading>,
    children: [{ ErrorBoundary: RouteError, children: pages }],
  },
]

export const makeRouter = () => createBrowserRouter(routes)
