import type { ComponentType } from 'react'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { Shell } from './shell.tsx'

/** [SHELL-07] [OPEN-009] The pages that every other page relies on, by the names under which traces know them. */
export const pageRegistry: Readonly<Record<'/_app' | '/_error' | '/404', ComponentType>> = {
  '/_app': Shell,
  '/_error': ErrorPage,
  '/404': NotFoundPage,
}
