/** The words of notices, and which of them are news to this tab. */
import type { Notice } from '@foyer/contracts/notices/notices.ts'

/** An older notice is not news: the tab was away, and the bell's number tells of it. */
const FRESH_MS = 60_000

/** What happened, as a sentence after the patient's name. A kind that this build does not know shows its text. */
export function wordsOf({ kind, byName, text }: Pick<Notice, 'kind' | 'byName' | 'text'>): string {
  const by = byName ?? 'A colleague'
  const words: Partial<Record<string, string>> = {
    mention: `${by} mentioned you`,
    assigned: `${by} assigned this conversation to you`,
    failed: 'Your text was not delivered',
    held: byName === null ? 'Your scheduled text is on hold' : `${byName}’s scheduled text is on hold`,
    review: `${by} replied to a review`,
    cancelled: 'The patient opted out, so your scheduled text was cancelled',
  }
  return words[kind] ?? text
}

/** The beginning of the note or text, below the words; empty if the words say everything. */
export function excerptOf(notice: Pick<Notice, 'kind' | 'byName' | 'text'>): string {
  return wordsOf(notice) === notice.text ? '' : notice.text
}

interface Tab {
  /** The ids of the notices that were listed before; null before the first reading. */
  readonly known: ReadonlySet<string> | null
  /** The conversation that is open. */
  readonly openId: string | null
  readonly now: Date
}

/** The notices to show as toasts: new, unseen and about another conversation than the open one. */
export function newsOf(notices: readonly Notice[], { known, openId, now }: Tab): readonly Notice[] {
  if (known === null) return []
  return notices.filter(
    ({ _id, seenAt, conversationId, at }) =>
      !known.has(_id) &&
      seenAt === null &&
      !isOpen(conversationId, openId) &&
      now.getTime() - Date.parse(at) <= FRESH_MS,
  )
}

function isOpen(conversationId: string | null, openId: string | null): boolean {
  return conversationId !== null && conversationId === openId
}

/** The open conversation's unseen notices for which a look is enough. A mention is marked by the list of mentions. */
export function seenByLooking(notices: readonly Notice[], openId: string | null): readonly string[] {
  return notices
    .filter(
      ({ kind, seenAt, conversationId }) => isSeenByLooking(kind) && seenAt === null && isOpen(conversationId, openId),
    )
    .map(({ _id }) => _id)
}

const SEEN_BY_LOOKING: readonly Notice['kind'][] = ['assigned', 'cancelled', 'automation']
const isSeenByLooking = (kind: Notice['kind']) => SEEN_BY_LOOKING.includes(kind)

/** The address that opens the conversation; without one, the reviews or the automations. The inbox keeps its view and filters. */
export function addressOf(
  { kind, conversationId }: Pick<Notice, 'kind' | 'conversationId'>,
  here: { readonly pathname: string; readonly search: string },
): string {
  if (conversationId === null) return kind === 'review' ? '/reviews' : '/automations'
  const search = new URLSearchParams(here.pathname === '/inbox' ? here.search : '')
  search.set('conversation', conversationId)
  return `/inbox?${search}`
}
