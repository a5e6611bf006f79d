import { SCREEN_STATUS, STATUS, type Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { statusLabel } from '../status-labels.rules.ts'
import type { ListFilters } from './list-query.rules.ts'

export interface EmptyWords {
  title: string
  detail: string
  /** A status narrows the list; other statuses may have matches. */
  narrowed: boolean
}

const BY_TAB: Record<Tab, readonly [title: string, detail: string]> = {
  all: ['Everyone has an answer', 'New messages from patients appear here by themselves.'],
  scheduled: ['No visits today', 'Conversations with patients who come in today appear here.'],
  unread: ['Everything is read', 'Conversations with unread messages appear here.'],
  starred: ['Nothing starred yet', 'Star a conversation to find it here again.'],
  mine: ['Nothing is assigned to you', 'Conversations that are assigned to you appear here.'],
  notDelivered: ['Everything was delivered', 'Conversations whose last text did not reach the patient appear here.'],
  held: [
    'Nothing is held',
    'A scheduled text that you wrote, or that is in your conversation, appears here when the patient writes first.',
  ],
  drafts: ['No drafts', 'Conversations in which you began to write appear here. Only you see them.'],
  requests: ['No open requests', 'Conversations that ask for a visit, a prescription or a bill appear here.'],
  concierge: ['No concierge requests', 'Conversations that ask for concierge service appear here.'],
  thumbsDown: ['No thumbs down', 'Conversations whose latest feedback is a thumbs down appear here.'],
  snoozed: ['Nothing is snoozed', 'Conversations that are out of the way for a while appear here.'],
}

/** The words of an empty list: what would appear here, and what narrows it. */
export function emptyWords({ search, status, tab, sort, team = null, campaign = null }: ListFilters): EmptyWords {
  const narrowed = status !== STATUS.ALL
  if (search !== '') {
    const detail =
      tab === 'all' && sort !== 'waiting' && team === null && campaign === null
        ? 'All statuses were searched. Try fewer letters, an MRN or a phone number.'
        : 'Only this view was searched. Try “All”, or fewer letters.'
    return { title: `No one matches “${search}”`, detail, narrowed: false }
  }
  if (sort === 'waiting') {
    return {
      title: 'Nobody is waiting',
      detail: 'Patients who wait for an answer appear here, the longest wait first.',
      narrowed,
    }
  }
  if (team !== null && tab === 'all')
    return {
      title: 'The team has nothing to do',
      detail: 'Conversations that are given to the team appear here.',
      narrowed,
    }
  if (campaign !== null && tab === 'all')
    return {
      title: 'No answers to this campaign here',
      detail: 'Conversations whose newest message answers the campaign appear here, until they are resolved.',
      narrowed,
    }
  const [title, detail] = BY_TAB[tab]
  if (tab === 'all' && status !== SCREEN_STATUS) {
    return { title: 'No conversations', detail: `None has the status “${statusLabel(status)}”.`, narrowed }
  }
  return { title, detail, narrowed: narrowed && tab !== 'all' }
}
