/**
 * The lists that this tab has read, by their filters. They stay readable while the server can't be reached. They are kept
 * in memory only, for one user in one organization.
 */
import { mergeStates } from '@foyer/contracts/collection.rules.ts'
import { conversations } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { memoryBy, type ReadMemory } from '../../../live/read-memory.ts'
import { buildRows, displayedConversation, type ListModel } from './list-model.rules.ts'
import { belongsIn, isSameView, type ListFilters, viewKey } from './list-query.rules.ts'
import { emptyWindow } from './list-window.rules.ts'

const LISTS_MAX = 20
const ROWS_MAX = 100

export interface KeptList extends Pick<ListModel, 'dayVisits' | 'atEnd'> {
  readonly epoch: string
  readonly items: readonly Conversation[]
}

/** Returns the memory of this user in this organization. */
export const listMemoryOf = memoryBy<KeptList>(LISTS_MAX)

type Read = ListModel & { readonly failures: number }

/** Follows the states of a list. Each list that it leaves goes into the memory. */
export function listKeeper(memory: ReadMemory<KeptList>) {
  let last: ListModel | null = null
  function keep(): void {
    if (last !== null && last.epoch !== null) memory.put(viewKey(last.filters), keptList(last, last.epoch))
    last = null
  }
  return {
    follow(list: Read): void {
      if (last !== null && !isSameView(last.filters, list.filters)) keep()
      // Its first rows are here, and they are not remembered ones.
      if (list.paged && list.failures === 0 && list.loadedFrom === 0) last = list
    },
    keep,
    recall: (filters: ListFilters): KeptList | null => memory.get(viewKey(filters)),
  }
}

function keptList({ order, known, dayVisits, atEnd }: ListModel, epoch: string): KeptList {
  const first = order.slice(0, ROWS_MAX)
  const items = first.flatMap((id) => known.get(id) ?? [])
  return { epoch, items, dayVisits, atEnd: atEnd && first.length === order.length }
}

/** A list without rows gets those that were read before. A list of another epoch does not fit. */
export function withRemembered(model: ListModel, kept: KeptList | null): ListModel {
  if (kept === null || model.paged || (model.epoch ?? kept.epoch) !== kept.epoch) return model
  const known = mergeStates(conversations, model.known, kept.items)
  const order = kept.items.flatMap(({ id }) => {
    const conversation = displayedConversation({ known, patches: model.patches }, id)
    return conversation !== null && belongsIn(conversation, model.filters) !== false ? [id] : []
  })
  const { epoch, dayVisits, atEnd } = kept
  const segments = [{ cursor: null, upTo: null, size: order.length }]
  return buildRows({
    ...model,
    ...emptyWindow,
    segments,
    loadedTo: 1,
    epoch,
    known,
    dayVisits,
    order,
    atEnd,
    paged: true,
  })
}
