/** What a list is asked for, page by page. A page of an answer is `page()` in reply.ts. */
import { CHAT_PAGE_SIZE } from './defaults.ts'
import { text, wholeNumber } from './fields.ts'

interface PageSize {
  /** Rows of a page where the call says nothing. */
  readonly limit: number
  readonly max: number
}

export const pageNumber = wholeNumber(1, 100_000).default(1)

/** How many rows, and after which: `cursor` is the one that the page before was answered with, read by the API alone. */
export function pageQuery({ limit, max }: PageSize = { limit: CHAT_PAGE_SIZE, max: 100 }) {
  return { limit: wholeNumber(1, max).default(limit), cursor: text(200).optional() }
}

/**
 * [CONST-03] The same where the specification counts pages too: with a cursor the list is paged by key, without one by
 * `page`.
 */
export function numberedPageQuery() {
  return { page: pageNumber, ...pageQuery() }
}
