/** Changed conversations are written together with what happened to them: however many there are, in two trips. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { countsMoved } from '@foyer/contracts/inbox/counts.rules.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import type { HistoryChange, HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import { historyAdded } from '@foyer/contracts/inbox/history-events.ts'
import type { Tx } from '../../db/database.ts'
import { type Change, draft } from '../../events/append.ts'
import type { ConversationState } from './conversations.rules.ts'
import { saveConversations, type ToSave } from './conversations.store.ts'
import { historyOf } from './history.rules.ts'
import { addHistory } from './history.store.ts'

export interface Happened {
  /** Null for a new one. */
  readonly before: ConversationState | null
  readonly after: ConversationState
  /** A staff member's id; null is the patient, the carrier or the house's own clockwork. */
  readonly by: string | null
  readonly now: Date
  /** What happened to it beside what its own row tells, as to the consent of its number. */
  readonly also?: readonly HistoryChange[]
  /** Set once its place in the log is known. */
  readonly lastTextVersion?: (seq: number) => number
}

interface Placed extends Happened {
  readonly news: readonly HistoryChange[]
  /** How many events of these changes stand before its own: its history, and all of those before it. */
  readonly offset: number
}

interface Kept {
  readonly items: readonly Conversation[]
  readonly entries: readonly (readonly HistoryEntry[])[]
}

/**
 * The log's entries for conversations that this transaction has locked: of each first what happened, then how it now is. They
 * must be appended in this order and with nothing between them.
 */
export function keepTogether(tx: Tx, happened: readonly Happened[]) {
  const placed = inPlaces(happened)
  let kept: Promise<Kept> | undefined
  const keepFrom = (first: number) => {
    kept ??= keep(tx, placed, first)
    return kept
  }
  const changes = placed.map((one, index): Change => {
    const start = one.offset - told(one)
    return {
      moved: countsMoved(one.before, one.after),
      ahead: Array.from({ length: told(one) }, (_, nth) => ({
        record: async ({ seq }) => draft(historyAdded, at(at((await keepFrom(seq - start - nth)).entries, index), nth)),
      })),
      record: async ({ seq }) => draft(conversationChanged, at((await keepFrom(seq - one.offset)).items, index)),
    }
  })
  return {
    changes,
    /** As they now are, once the changes were appended. */
    items: async (): Promise<readonly Conversation[]> => (await kept)?.items ?? [],
  }
}

function inPlaces(happened: readonly Happened[]): Placed[] {
  let next = 0
  return happened.map((one) => {
    const news = [...historyOf(one.before, one.after, one.by), ...(one.also ?? [])]
    const offset = next + told({ ...one, news })
    next = offset + 1
    return { ...one, news, offset }
  })
}

/** Of a conversation that begins nobody is told what happened: nobody can have it open. */
function told({ before, news }: Pick<Placed, 'before' | 'news'>): number {
  return before === null ? 0 : news.length
}

async function keep(tx: Tx, placed: readonly Placed[], first: number): Promise<Kept> {
  const [one, ...others] = placed.map(({ before, after, by, offset, lastTextVersion }): ToSave => {
    const version = first + offset
    const changedBy = by ?? after.changedBy
    const newest = lastTextVersion?.(version) ?? after.lastTextVersion
    const isSettled = after.status === 'resolved' && before?.status !== 'resolved'
    const settledVersion = isSettled ? version : after.settledVersion
    return { conversation: { ...after, changedBy, lastTextVersion: newest, settledVersion }, version }
  })
  const [happened] = placed
  if (!one || !happened) return { items: [], entries: [] }
  const items = await saveConversations(tx, [one, ...others], happened.now)
  const happenings = placed.flatMap(({ after: { id: conversationId }, now, by, news }) =>
    news.map((change) => ({ conversationId, at: now, by, change })),
  )
  const added = await addHistory(tx, happened.after.organizationId, happenings)
  let taken = 0
  const entries = placed.map(({ news }) => {
    taken += news.length
    return added.slice(taken - news.length, taken)
  })
  return { items, entries }
}

function at<T>(list: readonly T[], index: number): T {
  const one = list[index]
  if (one === undefined) throw new Error('What was kept is not there.')
  return one
}
