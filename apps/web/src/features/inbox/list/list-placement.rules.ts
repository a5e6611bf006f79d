/**
 * The row that a changed conversation gets. At the top of an untouched list rows enter and move at once. While the
 * user scrolls, points at the list or has the focus in it, new and moved rows wait behind the "new conversations" pill.
 * A row that no longer belongs stays for a moment and says why; the open row stays until the user opens another one.
 */
import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { hasStatus, isHeldFor, isNotDelivered, isOfTeam } from '@foyer/contracts/inbox/filter.rules.ts'
import { isEveryStatus } from '@foyer/contracts/inbox/status.rules.ts'
import { statusLabel } from '../status-labels.rules.ts'
import { type Attention, buildRows, displayedConversation, type ListModel } from './list-model.rules.ts'
import { belongsIn, comparatorOf, isOfCampaign, type ListFilters } from './list-query.rules.ts'
import { isAmongLoaded, keepFirstRows, sortRows, unloadFar, type View, withoutRow } from './list-window.rules.ts'

/** Limits a list that nobody reloads all day. The rows beyond this are dropped and loaded again on demand. */
const ROWS_MAX = 1_000
/** Limits the rows that wait behind the pill. Beyond this, page 1 is loaded again when the user shows them. */
const WAITING_MAX = 500

/** The list after the conversations `ids` changed; `before` has their old states. */
export function placeChanged(before: ListModel, after: ListModel, ids: readonly string[]): ListModel {
  if (!after.paged) return buildRows(after)
  const draft = {
    leaving: new Map(after.leaving),
    waiting: new Set(after.waiting),
    entering: new Set<string>(),
    unsure: after.unsure,
  }
  const rows = new Set(after.order)
  for (const id of ids) {
    const conversation = displayedConversation(after, id)
    if (!conversation) continue
    const belongs = belongsIn(conversation, after.filters)
    if (belongs === false) {
      draft.waiting.delete(id)
      if (rows.has(id)) draft.leaving.set(id, draft.leaving.get(id) ?? leavingWords(conversation, after.filters))
      continue
    }
    draft.leaving.delete(id)
    // A change of a conversation begins and ends no draft.
    if (belongs === null && after.filters.tab !== 'drafts') draft.unsure = true
    const enters = rows.has(id) ? hasMoved(before, conversation) : belongs === true && isInWindow(after, conversation)
    if (enters) draft.entering.add(id)
  }
  const { leaving, waiting, unsure } = draft
  if (isFree(after) && !after.overflown)
    return mergeWaiting({ ...after, leaving, waiting: new Set([...waiting, ...draft.entering]), unsure })
  let { overflown } = after
  for (const id of draft.entering) {
    if (after.above === 0 && id === after.order[0]) continue
    if (waiting.size < WAITING_MAX) waiting.add(id)
    else overflown ||= !waiting.has(id)
  }
  const isSame = waiting.size === after.waiting.size && [...waiting].every((id) => after.waiting.has(id))
  return buildRows({ ...after, leaving, waiting: isSame ? after.waiting : waiting, overflown, unsure })
}

/** Moves all waiting rows to their positions and marks the new ones. */
export function mergeWaiting(model: ListModel): ListModel {
  const { waiting, selectedId, filters, fresh } = model
  const ids = new Set([...model.order, ...waiting])
  const conversations = [...ids].flatMap((id) => displayedConversation(model, id) ?? [])
  const inOrder = comparatorOf(filters)
  const sorted = sortRows(model, conversations.sort(inOrder), inOrder)
  const marked = [...waiting].filter(
    (id) => id !== selectedId && !isOwnWriting(displayedConversation(model, id), filters.userId),
  )
  const whole = { ...model, ...sorted, waiting: new Set<string>(), fresh: new Set([...fresh, ...marked]) }
  return buildRows(sorted.order.length > ROWS_MAX ? trimRows(whole) : whole)
}

/**
 * Drops the rows beyond ROWS_MAX. Without a cursor the next page is requested by number, and overlapping rows merge
 * by id.
 */
function trimRows(model: ListModel): ListModel {
  const filters = { ...model.filters, page: ROWS_MAX / CHAT_PAGE_SIZE }
  return { ...keepFirstRows(model, ROWS_MAX), filters, atEnd: false, cursor: null }
}

/** The user sees these rows; unloads the rows far from them. */
export function withView(model: ListModel, view: View): ListModel {
  const after = { ...model, view }
  const near = unloadFar(after, (id) => model.known.get(id) ?? null)
  if (near === after) return after
  const rows = new Set(near.order)
  return buildRows({ ...near, leaving: new Map([...model.leaving].filter(([id]) => rows.has(id))) })
}

export function withAttention(model: ListModel, attention: Attention): ListModel {
  const after = { ...model, attention }
  return isFree(after) && !model.overflown && model.waiting.size > 0 ? mergeWaiting(after) : after
}

/** Never removes the open row. The row that was open before is removed if it is leaving. */
export function withSelected(model: ListModel, selectedId: string | null): ListModel {
  const left = model.selectedId
  const after = { ...model, selectedId }
  return left !== null && left !== selectedId && model.leaving.has(left) ? removeRow(after, left) : buildRows(after)
}

/** Whether a leaving row may be removed now: not while the pointer is over the list, and not when it is open. */
export function mayLeave({ leaving, selectedId, attention }: ListModel, id: string): boolean {
  return leaving.has(id) && id !== selectedId && !attention.hovering
}

export function removeRow(model: ListModel, id: string): ListModel {
  const leaving = new Map([...model.leaving].filter(([one]) => one !== id))
  return buildRows({ ...withoutRow(model, id), leaving })
}

export function withoutFresh(model: ListModel, ids: readonly string[]): ListModel {
  return buildRows({ ...model, fresh: new Set([...model.fresh].filter((id) => !ids.includes(id))) })
}

/** Rows may enter: the list is untouched at the top, and no rows above are unloaded. */
export function isFree({ attention: { atTop, hovering, focused }, above }: Pick<ListModel, 'attention' | 'above'>) {
  return atTop && !hovering && !focused && above === 0
}

/** Whether the waiting rows can't be placed among the loaded ones, so that page 1 has to be loaded again. */
export function mustReload({ above, overflown }: ListModel): boolean {
  return above > 0 || overflown
}

/** Keeps the selected conversations known, also while their rows are unloaded. */
export function withPinned(model: ListModel, pinned: ReadonlySet<string>): ListModel {
  return buildRows({ ...model, pinned })
}

export function isListed(model: ListModel, id: string): boolean {
  const conversation = displayedConversation(model, id)
  return conversation !== null && belongsIn(conversation, model.filters) !== false
}

/** Whether a new message arrived. In the order of waiting only a new start of the wait moves the row. */
function hasMoved({ known, filters }: ListModel, { id, timestamp, waitingSince }: Conversation): boolean {
  const before = known.get(id)
  if (before === undefined) return true
  return filters.sort === 'waiting' ? before.waitingSince !== waitingSince : before.timestamp < timestamp
}

function isOwnWriting(conversation: Conversation | null, userId: string): boolean {
  return conversation?.lastMessageBy?.user === userId
}

/**
 * A conversation that sorts below the last row belongs to a page that isn't loaded, and one among unloaded rows to
 * their segment.
 */
function isInWindow(model: ListModel, conversation: Conversation): boolean {
  const inOrder = comparatorOf(model.filters)
  if (!isAmongLoaded(model, conversation, inOrder)) return false
  const lastId = model.order.at(-1)
  const last = lastId === undefined ? null : displayedConversation(model, lastId)
  return (model.atEnd && model.below === 0) || last === null || inOrder(conversation, last) < 0
}

function leavingWords(conversation: Conversation, filters: ListFilters): string {
  if (filters.search === '' && !hasStatus(conversation, filters.status)) return statusLabel(conversation.status)
  if (!isOfTeam(conversation, filters.team ?? null))
    return conversation.team ? `Given to ${conversation.team.name}` : 'Taken from the team'
  if (!isOfCampaign(conversation, filters.campaign ?? null)) return 'No longer of the campaign'
  const isSnoozed = conversation.snoozedUntil !== null
  if (filters.tab === 'snoozed' && !isSnoozed) return 'No longer snoozed'
  if (!isEveryStatus(filters.tab) && filters.search === '' && isSnoozed) return 'Snoozed'
  if (filters.tab === 'notDelivered' && !isNotDelivered(conversation)) return 'Newer message'
  if (filters.tab === 'held' && !isHeldFor(conversation, filters.userId)) return 'No longer held'
  const [assigned] = conversation.staffAssigned
  if (filters.tab === 'unread' && conversation.unreadCount === 0) return 'Read'
  if (filters.tab === 'starred' && !conversation.starredBy.includes(filters.userId)) return 'Star removed'
  if (filters.tab === 'mine' && assigned?._id !== filters.userId)
    return assigned ? `Assigned to ${assigned.name}` : 'Not assigned'
  if (filters.sort === 'waiting' && conversation.waitingSince === null) return 'Answered'
  return 'No longer in this list'
}
