/** The query fields of a paged list. `page()` in reply.ts is the schema of the reply. */
import { CHAT_PAGE_SIZE } from './defaults.ts'
import { id, text, wholeNumber } from './fields.ts'

interface PageSize {
  /** Rows of a page when the query has no `limit`. */
  readonly limit: number
  readonly max: number
}

export const pageNumber = wholeNumber(1, 100_000).default(1)

/** `cursor` is the value from the reply of the page before; only the API interprets it. */
export function pageQuery({ limit, max }: PageSize = { limit: CHAT_PAGE_SIZE, max: 100 }) {
  return { limit: wholeNumber(1, max).default(limit), cursor: text(200).optional() }
}

/** For callers that keep rows and no cursor: the page begins after the row with this id. */
export const afterRow = { after: id.optional() }

/**
 * [CONST-03] For lists that the specification also pages by number: with a cursor the list is paged by key, without one
 * by `page`.
 */
export function numberedPageQuery() {
  return { page: pageNumber, ...pageQuery() }
}
