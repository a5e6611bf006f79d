/**
 * Where a changed conversation goes. At the top of an untouched list rows enter and move at once; while someone scrolls,
 * points at the list or has the focus in it, new and moved rows wait behind the pill. A row that no longer belongs stays a
 * moment and says why; the open one stays until one moves on.
 */
import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { expandStatus } from '@foyer/contracts/inbox/status.rules.ts'
import { isAmongHeld, lettingGo, onlyFirst, sorted, type View, withoutRow } from './list-line.rules.ts'
import { type Attention, drawn, type ListModel, shown } from './list-model.rules.ts'
import { belongsIn, byPlace, type ListFilters } from './list-query.rules.ts'

/** A list that nobody reloads all day must not grow for ever; beyond this the oldest rows are loaded again on demand. */
const ROWS_MAX = 1_000
/** Who scrolls for hours past a busy day need not hold it: beyond this the list begins anew when it is shown. */
const WAITING_MAX = 500

/** The list after the conversations `ids` changed from what they were in `before`. */
export function placed(before: ListModel, after: ListModel, ids: readonly string[]): ListModel {
  if (!after.paged) return drawn(after)
  const draft = {
    leaving: new Map(after.leaving),
    waiting: new Set(after.waiting),
    entering: new Set<string>(),
    unsure: after.unsure,
  }
  const rows = new Set(after.order)
  for (const id of ids) {
    const conversation = shown(after, id)
    if (!conversation) continue
    const belongs = belongsIn(conversation, after.filters)
    if (belongs === false) {
      draft.waiting.delete(id)
      if (rows.has(id)) draft.leaving.set(id, draft.leaving.get(id) ?? leavingWords(conversation, after.filters))
      continue
    }
    draft.leaving.delete(id)
    if (belongs === null) draft.unsure = true
    const enters = rows.has(id) ? hasMoved(before, conversation) : belongs === true && isInWindow(after, conversation)
    if (enters) draft.entering.add(id)
  }
  const { leaving, waiting, unsure } = draft
  if (isFree(after) && !after.overflown)
    return merged({ ...after, leaving, waiting: new Set([...waiting, ...draft.entering]), unsure })
  let { overflown } = after
  for (const id of draft.entering) {
    if (after.above === 0 && id === after.order[0]) continue
    if (waiting.size < WAITING_MAX) waiting.add(id)
    else overflown ||= !waiting.has(id)
  }
  const isSame = waiting.size === after.waiting.size && [...waiting].every((id) => after.waiting.has(id))
  return drawn({ ...after, leaving, waiting: isSame ? after.waiting : waiting, overflown, unsure })
}

/** All that was held takes its place, and each new row is marked. */
export function merged(model: ListModel): ListModel {
  const { waiting, selectedId, filters, fresh } = model
  const ids = new Set([...model.order, ...waiting])
  const conversations = [...ids].flatMap((id) => shown(model, id) ?? [])
  const inOrder = byPlace(filters)
  const line = sorted(model, conversations.sort(inOrder), inOrder)
  const marked = [...waiting].filter((id) => id !== selectedId && !isOwnWriting(shown(model, id), filters.userId))
  const whole = { ...model, ...line, waiting: new Set<string>(), fresh: new Set([...fresh, ...marked]) }
  return drawn(line.order.length > ROWS_MAX ? trimmed(whole) : whole)
}

/** Without a cursor the next page is asked for by its number, and what overlaps is merged by id. */
function trimmed(model: ListModel): ListModel {
  const filters = { ...model.filters, page: ROWS_MAX / CHAT_PAGE_SIZE }
  return { ...onlyFirst(model, ROWS_MAX), filters, atEnd: false, cursor: null }
}

/** The reader sees these rows: what is far from them is let go. */
export function withView(model: ListModel, view: View): ListModel {
  const after = { ...model, view }
  const near = lettingGo(after, (id) => model.known.get(id) ?? null)
  if (near === after) return after
  const rows = new Set(near.order)
  return drawn({ ...near, leaving: new Map([...model.leaving].filter(([id]) => rows.has(id))) })
}

export function withAttention(model: ListModel, attention: Attention): ListModel {
  const after = { ...model, attention }
  return isFree(after) && !model.overflown && model.waiting.size > 0 ? merged(after) : after
}

/** The open row is never taken away; the one that was open before may go now. */
export function withSelected(model: ListModel, selectedId: string | null): ListModel {
  const left = model.selectedId
  const after = { ...model, selectedId }
  return left !== null && left !== selectedId && model.leaving.has(left) ? without(after, left) : drawn(after)
}

/** Whether a row whose moment is over may go: not from under the pointer, and not the open one. */
export function mayLeave({ leaving, selectedId, attention }: ListModel, id: string): boolean {
  return leaving.has(id) && id !== selectedId && !attention.hovering
}

export function without(model: ListModel, id: string): ListModel {
  const leaving = new Map([...model.leaving].filter(([one]) => one !== id))
  return drawn({ ...withoutRow(model, id), leaving })
}

export function withoutFresh(model: ListModel, ids: readonly string[]): ListModel {
  return drawn({ ...model, fresh: new Set([...model.fresh].filter((id) => !ids.includes(id))) })
}

/** Nothing may be put above rows that were let go. */
export function isFree({ attention: { atTop, hovering, focused }, above }: Pick<ListModel, 'attention' | 'above'>) {
  return atTop && !hovering && !focused && above === 0
}

/** What waits behind the pill can't be put into its place by what is held: the list has to begin anew. */
export function mustBegin({ above, overflown }: ListModel): boolean {
  return above > 0 || overflown
}

/** Rows may be selected that were let go; what no longer belongs here is among them no more. */
export function withPinned(model: ListModel, pinned: ReadonlySet<string>): ListModel {
  return drawn({ ...model, pinned })
}

export function isListed(model: ListModel, id: string): boolean {
  const conversation = shown(model, id)
  return conversation !== null && belongsIn(conversation, model.filters) !== false
}

/** Newly written to; in the order of waiting that moves nothing, and only another beginning of the wait does. */
function hasMoved({ known, filters }: ListModel, { id, timestamp, waitingSince }: Conversation): boolean {
  const before = known.get(id)
  if (before === undefined) return true
  return filters.sort === 'waiting' ? before.waitingSince !== waitingSince : before.timestamp < timestamp
}

function isOwnWriting(conversation: Conversation | null, userId: string): boolean {
  return conversation?.lastMessageBy?.user === userId
}

/** What sorts below the last row belongs to a page that isn't loaded, as does what stands among rows that were let go. */
function isInWindow(model: ListModel, conversation: Conversation): boolean {
  const inOrder = byPlace(model.filters)
  if (!isAmongHeld(model, conversation, inOrder)) return false
  const lastId = model.order.at(-1)
  const last = lastId === undefined ? null : shown(model, lastId)
  return (model.atEnd && model.below === 0) || last === null || inOrder(conversation, last) < 0
}

const STATUS_WORDS: Record<Conversation['status'], string> = {
  open: 'Open again',
  pending: 'Pending',
  acknowledged: 'Acknowledged',
  resolved: 'Closed',
  unassigned: 'Unassigned',
}

function leavingWords(conversation: Conversation, filters: ListFilters): string {
  const statuses = expandStatus(filters.status)
  if (!statuses.includes('all') && !statuses.includes(conversation.status)) return STATUS_WORDS[conversation.status]
  const isSnoozed = conversation.snoozedUntil !== null
  if (filters.tab === 'snoozed' && !isSnoozed) return 'No longer snoozed'
  if (filters.tab !== 'snoozed' && filters.search === '' && isSnoozed) return 'Snoozed'
  const [assigned] = conversation.staffAssigned
  if (filters.tab === 'unread' && conversation.unreadCount === 0) return 'Read'
  if (filters.tab === 'starred' && !conversation.starredBy.includes(filters.userId)) return 'Star removed'
  if (filters.tab === 'mine' && assigned?._id !== filters.userId)
    return assigned ? `Assigned to ${assigned.name}` : 'Not assigned'
  if (filters.sort === 'waiting' && conversation.waitingSince === null) return 'Answered'
  return 'No longer in this list'
}
