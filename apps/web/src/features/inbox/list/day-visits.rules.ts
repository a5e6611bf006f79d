/**
 * In a list by day a row shows the visit of that day, also one that is over. The pages of such a list carry it in the place
 * of the next visit; everywhere else `appointment` is the next visit, so the two are kept apart here.
 */
import type { Conversation, Visit } from '@foyer/contracts/inbox/conversation.ts'
import type { ListFilters } from './list-query.rules.ts'

/** By conversation; empty in a list that is not by day. */
export type DayVisits = ReadonlyMap<string, Visit>

interface Kept {
  readonly filters: ListFilters
  readonly known: ReadonlyMap<string, Conversation>
  readonly dayVisits: DayVisits
}

/** Takes the visits out of a page by day. The next visit of a conversation stays as it was known. */
export function apart<Page extends { readonly items: readonly Conversation[] }>(
  { filters, known, dayVisits }: Kept,
  page: Page,
): { page: Page; dayVisits: DayVisits } {
  if (filters.date === null) return { page, dayVisits }
  const visits = page.items.flatMap(({ id, appointment }) => (appointment ? [[id, appointment] as const] : []))
  const items = page.items.map((item) => ({ ...item, appointment: known.get(item.id)?.appointment ?? null }))
  return { page: { ...page, items }, dayVisits: new Map([...dayVisits, ...visits]) }
}

/** A visit of the day that changed, for example by an arrival, is shown as it is now. */
export function afterStates(dayVisits: DayVisits, states: readonly Conversation[]): DayVisits {
  const changed = states.flatMap(({ id, appointment }) =>
    appointment && dayVisits.get(id)?.appointmentId === appointment.appointmentId ? [[id, appointment] as const] : [],
  )
  return changed.length === 0 ? dayVisits : new Map([...dayVisits, ...changed])
}
