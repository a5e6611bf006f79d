/** Checks that a conversation's history, applied entry by entry, results in the conversation's present state. */
import { conversationSchema } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryChange, HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import { expect } from 'vitest'
import type { Clinics } from '../calls/clinics.ts'

const DESCRIBED = conversationSchema.pick({
  ...{ patientId: true, status: true, requestType: true, starredBy: true, feedback: true, smsStatus: true },
  ...{ snoozedUntil: true, scheduledFor: true, askedToStop: true },
})
type Described = ReturnType<typeof DESCRIBED.parse> & {
  readonly staff: readonly string[]
  readonly team: string | null
}

const BLANK: Described = {
  ...{ patientId: null, status: 'unassigned', requestType: null, staff: [], team: null, starredBy: [], feedback: null },
  ...{ snoozedUntil: null, scheduledFor: null, askedToStop: false, smsStatus: 'subscribed' },
}

/** Applies an entry. Its `from` must equal the state before it. */
function applyEntry(state: Described, change: HistoryChange): Described {
  switch (change.kind) {
    case 'began':
      return { ...state, status: change.status, patientId: change.patientId }
    case 'filed':
      expect(state.patientId).toBe(change.from)
      return { ...state, patientId: change.to }
    case 'status':
      expect(state.status).toBe(change.from)
      return { ...state, status: change.to }
    case 'requestType':
      expect(state.requestType).toBe(change.from)
      return { ...state, requestType: change.to }
    case 'feedback':
      expect(state.feedback).toBe(change.from)
      return { ...state, feedback: change.to }
    case 'consent':
      expect(state.smsStatus).toBe(change.from)
      return { ...state, smsStatus: change.to }
    case 'assigned':
      expect(state.staff).toEqual(change.from)
      return { ...state, staff: change.to }
    case 'team':
      expect(state.team).toBe(change.from)
      return { ...state, team: change.to }
    case 'starred':
      expect(state.starredBy).not.toContain(change.staff)
      return { ...state, starredBy: [...state.starredBy, change.staff] }
    case 'unstarred':
      expect(state.starredBy).toContain(change.staff)
      return { ...state, starredBy: state.starredBy.filter((id) => id !== change.staff) }
    case 'snoozed':
      return { ...state, snoozedUntil: change.until }
    case 'woken':
      return { ...state, snoozedUntil: null }
    case 'scheduled':
      return { ...state, scheduledFor: change.for }
    case 'rescheduled':
      return { ...state, scheduledFor: change.scheduledFor }
    case 'unscheduled':
      return { ...state, scheduledFor: null }
    case 'held':
      return { ...state, scheduledFor: null }
    case 'kept':
    case 'notSent':
      return { ...state, scheduledFor: change.scheduledFor }
    case 'askedToStop':
      return { ...state, askedToStop: true }
    case 'stopSettled':
      return { ...state, askedToStop: false }
    case 'markedUnread':
    case 'bot':
    case 'email':
    case 'form':
      return state
    default:
      return change satisfies never
  }
}

/** Compares every conversation that has a `began` entry, reading its history page by page. */
export async function compareHistory({ store, staff }: Clinics, organizationId: string): Promise<void> {
  const begun = await store.query<{ id: string }>(
    `select conversation_id as id from conversation_history where organization_id = $1 and kind = 'began'`,
    [organizationId],
  )
  expect(begun.length).toBeGreaterThan(0)
  for (const { id: conversationId } of begun) {
    const entries: HistoryEntry[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { organizationId, conversationId, limit: 5, ...(cursor && { cursor }) }
      const page = await staff.dana.call('conversationHistory', { query })
      entries.push(...page.data)
      cursor = page.cursor
    }
    entries.reverse()
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, index) => index + 1))
    const { starredBy, staff: assigned, team, ...state } = entries.map(({ change }) => change).reduce(applyEntry, BLANK)
    const { data } = await staff.dana.call('conversation', { query: { organizationId, conversationId } })
    expect({ ...state, starredBy: [...starredBy].sort() }).toEqual({
      ...DESCRIBED.parse(data),
      starredBy: [...(data?.starredBy ?? [])].sort(),
    })
    expect(assigned).toEqual(data?.staffAssigned.map(({ _id }) => _id))
    expect(team).toBe(data?.team?._id ?? null)
  }
}
