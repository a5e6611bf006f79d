/** The search box of the list: what it contains, what is refused, and whose answer is awaited. */
import { chatSearch, isUnfinishedNumber, mendedSearch } from '@foyer/contracts/search.rules.ts'
import type { Failures } from '../../../api/retry.rules.ts'
import type { ListModel } from './list-model.rules.ts'
import { withFilters } from './list-pages.rules.ts'
import type { ListFilters } from './list-query.rules.ts'

/** [RULE-07] A refused text, and the closest text that is not refused. */
export interface RefusedSearch {
  readonly typed: string
  readonly mended: string | null
}

export interface Search {
  /** The text of the box. */
  readonly typed: string
  readonly refused: RefusedSearch | null
  /** The search whose answer is awaited or failed; null if the rows answer the newest one. */
  readonly asked: string | null
  /** The refused text of which the user was last told; null since the box last held one that is not refused. */
  readonly told: string | null
}

export function noSearch({ search }: Pick<ListFilters, 'search'>): Search {
  return { typed: search, refused: null, asked: null, told: null }
}

/** Typing on tells nothing new; Enter tells of another text. */
export function isToTell({ typed, told }: Pick<Search, 'typed' | 'told'>, entered: boolean): boolean {
  return told === null || (entered && told !== typed)
}

type Rows = Pick<ListModel, 'paged' | 'order' | 'below'> & Failures
type Searching = Search & Pick<ListModel, 'filters'>

type Typing = Pick<Search, 'typed' | 'refused' | 'told'>

export function withTyped({ typed: before, refused, told }: Typing, typed: string): Typing {
  return { typed, refused: typed === before ? refused : null, told: chatSearch(typed) === null ? told : null }
}

/** The emptied list of other filters, which include the search under way. */
export function withFiltersOf(model: ListModel, filters: ListFilters): ListModel & Pick<Search, 'asked'> {
  return { ...withFilters(model, filters), asked: null }
}

export function searchOf({ typed }: Pick<Search, 'typed'>): string {
  return chatSearch(typed) ?? ''
}

/** Whether a pause in typing means nothing yet: the text was refused before, or is the beginning of a number. */
export function isToWait({ typed, refused }: Searching, entered: boolean): boolean {
  return refused?.typed === typed || (!entered && isUnfinishedNumber(typed))
}

export function isRefused({ typed }: Searching): boolean {
  return chatSearch(typed) === null
}

export function refusalOf({ typed }: Searching): RefusedSearch {
  return { typed, mended: mendedSearch(typed) }
}

/** Whether neither the rows nor the request in flight answer the text of the box. Enter repeats a search that failed. */
export function isToSearch(context: Searching & Failures, entered: boolean): boolean {
  return searchOf(context) !== soughtFilters(context).search || (entered && context.failures > 0)
}

/** The filters of the next request of page 1. */
export function soughtFilters({ filters, asked }: Pick<Searching, 'filters' | 'asked'>): ListFilters {
  return asked === null ? filters : { ...filters, search: asked, page: 1 }
}

/** The list before the first page of another search arrives. It keeps what has changed since the request. */
export function withAnswered<Model extends ListModel & Search>(model: Model): ListModel {
  if (model.asked === null || model.asked === model.filters.search) return model
  return { ...withFilters(model, soughtFilters(model)), incoming: model.incoming }
}

interface SearchWords {
  /** Whose answer the rows are. */
  readonly said: string
  /** The search whose answer is on its way. */
  readonly awaited: string | null
}

/** The words of the line above the list; null while the list is not searched. */
export function searchWords({ filters, asked, refused, failures, ...list }: Searching & Rows): SearchWords | null {
  const { search } = filters
  const awaited = asked === null || asked === search || failures > 0 ? null : asked
  if (search !== '') {
    const isEmpty = list.paged && list.order.length + list.below === 0
    return { said: `${isEmpty ? 'No results' : 'Results'} for “${search}”`, awaited }
  }
  if (refused !== null || (asked !== null && failures > 0)) return { said: 'No search applied', awaited }
  return awaited === null ? null : { said: '', awaited }
}
