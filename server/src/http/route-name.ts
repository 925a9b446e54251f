import type { FastifyRequest } from 'fastify'

const NO_ROUTE = 'none'

/** Method and path pattern. Not the URL: it may contain tokens, and unknown URLs must not create new time series. */
export const routeName = ({
  method,
  routeOptions,
}: Pick<FastifyRequest, 'method' | 'routeOptions'>) =>
  routeOptions.url ? `${method} ${routeOptions.url}` : NO_ROUTE
