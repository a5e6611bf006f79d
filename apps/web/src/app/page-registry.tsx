import { lazy, Suspense } from 'react'
import { ErrorPage } from './error-page.tsx'
import { Shell } from './shell.tsx'

/** If its code can't be loaded, the error page says so. */
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }))

const NotFound = () => (
  <Suspense fallback={null}>
    <NotFoundPage />
  </Suspense>
)

/** [SHELL-07] [OPEN-009] The pages that every other page relies on, by the names that traces use. */
export const pageRegistry = {
  '/_app': Shell,
  '/_error': ErrorPage,
  '/404': NotFound,
} as const
