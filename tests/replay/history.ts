/** The history of a conversation, taken one entry after the other, leads to what the conversation now is. */
import { conversationSchema } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryChange, HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import { expect } from 'vitest'
import type { Clinics } from '../calls/clinics.ts'

const TOLD = conversationSchema.pick({
  ...{ patientId: true, status: true, requestType: true, starredBy: true, feedback: true, smsStatus: true },
  ...{ snoozedUntil: true, scheduledFor: true, askedToStop: true },
})
type Told = ReturnType<typeof TOLD.parse> & { readonly staff: readonly string[] }

const BLANK: Told = {
  ...{ patientId: null, status: 'unassigned', requestType: null, staff: [], starredBy: [], feedback: null },
  ...{ snoozedUntil: null, scheduledFor: null, askedToStop: false, smsStatus: 'subscribed' },
}

/** Each must fit to what came before it: what it says was so, was so. */
function tell(told: Told, change: HistoryChange): Told {
  switch (change.kind) {
    case 'began':
      return { ...told, status: change.status, patientId: change.patientId }
    case 'filed':
      expect(told.patientId).toBe(change.from)
      return { ...told, patientId: change.to }
    case 'status':
      expect(told.status).toBe(change.from)
      return { ...told, status: change.to }
    case 'requestType':
      expect(told.requestType).toBe(change.from)
      return { ...told, requestType: change.to }
    case 'feedback':
      expect(told.feedback).toBe(change.from)
      return { ...told, feedback: change.to }
    case 'consent':
      expect(told.smsStatus).toBe(change.from)
      return { ...told, smsStatus: change.to }
    case 'assigned':
      expect(told.staff).toEqual(change.from)
      return { ...told, staff: change.to }
    case 'starred':
      expect(told.starredBy).not.toContain(change.staff)
      return { ...told, starredBy: [...told.starredBy, change.staff] }
    case 'unstarred':
      expect(told.starredBy).toContain(change.staff)
      return { ...told, starredBy: told.starredBy.filter((id) => id !== change.staff) }
    case 'snoozed':
      return { ...told, snoozedUntil: change.until }
    case 'woken':
      return { ...told, snoozedUntil: null }
    case 'scheduled':
      return { ...told, scheduledFor: change.for }
    case 'rescheduled':
      return { ...told, scheduledFor: change.scheduledFor }
    case 'unscheduled':
      return { ...told, scheduledFor: null }
    case 'askedToStop':
      return { ...told, askedToStop: true }
    case 'stopSettled':
      return { ...told, askedToStop: false }
    case 'markedUnread':
    case 'email':
      return told
    default:
      return change satisfies never
  }
}

/** Of every conversation that began by a text and not by hand, as a member of the staff reads it, page by page. */
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
    const { starredBy, staff: assigned, ...told } = entries.map(({ change }) => change).reduce(tell, BLANK)
    const { data } = await staff.dana.call('conversation', { query: { organizationId, conversationId } })
    expect({ ...told, starredBy: [...starredBy].sort() }).toEqual({
      ...TOLD.parse(data),
      starredBy: [...(data?.starredBy ?? [])].sort(),
    })
    expect(assigned).toEqual(data?.staffAssigned.map(({ _id }) => _id))
  }
}
