/**
 * A list by day shows in each row the visit of that day, even one that is over. The pages of such a list send that
 * visit in `appointment`; everywhere else `appointment` is the next visit. This file keeps the two apart.
 */
import type { Conversation, Visit } from '@foyer/contracts/inbox/conversation.ts'
import type { ListFilters } from './list-query.rules.ts'

/** Keyed by conversation id; empty in a list that is not by day. */
export type DayVisits = ReadonlyMap<string, Visit>

interface VisitState {
  readonly filters: ListFilters
  readonly known: ReadonlyMap<string, Conversation>
  readonly dayVisits: DayVisits
}

/** Moves the visits of the day out of a page. `appointment` keeps the next visit that was known before. */
export function separateVisits<Page extends { readonly items: readonly Conversation[] }>(
  { filters, known, dayVisits }: VisitState,
  page: Page,
): { page: Page; dayVisits: DayVisits } {
  if (filters.date === null) return { page, dayVisits }
  const visits = page.items.flatMap(({ id, appointment }) => (appointment ? [[id, appointment] as const] : []))
  const items = page.items.map((item) => ({ ...item, appointment: known.get(item.id)?.appointment ?? null }))
  return { page: { ...page, items }, dayVisits: new Map([...dayVisits, ...visits]) }
}

/** Updates the visit of the day when it changed, for example when the patient arrived. */
export function updateVisits(dayVisits: DayVisits, states: readonly Conversation[]): DayVisits {
  const changed = states.flatMap(({ id, appointment }) =>
    appointment && dayVisits.get(id)?.appointmentId === appointment.appointmentId ? [[id, appointment] as const] : [],
  )
  return changed.length === 0 ? dayVisits : new Map([...dayVisits, ...changed])
}
