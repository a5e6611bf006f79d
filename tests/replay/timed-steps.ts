/** Steps of a random day with a later effect: scheduled texts and snoozes, and steps that make them due. */
import fc from 'fast-check'
import { CEDAR, type Clinics, type StaffName } from '../calls/clinics.ts'
import { makeSnoozesDue, makeTextsDue } from './due-workers.ts'

export interface TimedStep {
  readonly kind: 'timed'
  readonly staff: StaffName
  readonly phone: string
  readonly what:
    | 'schedule'
    | 'keep'
    | 'reschedule'
    | 'cancel'
    | 'snooze'
    | 'end snooze'
    | 'texts are due'
    | 'snoozes are due'
  readonly hours: number
}

export const timedStep = (staff: fc.Arbitrary<StaffName>, phone: fc.Arbitrary<string>): fc.Arbitrary<TimedStep> =>
  fc.record({
    kind: fc.constant('timed'),
    staff,
    phone,
    what: fc.constantFrom<TimedStep['what'][]>(
      ...(['schedule', 'schedule', 'keep', 'reschedule', 'cancel', 'snooze', 'end snooze'] as const),
      ...(['texts are due', 'snoozes are due'] as const),
    ),
    hours: fc.integer({ min: 1, max: 99 }),
  })

const organizationId = CEDAR.id

export async function takeTimed(clinics: Clinics, step: TimedStep, conversationId: string): Promise<void> {
  const { what, hours } = step
  const member = clinics.staff[step.staff]
  const later = new Date(clinics.parts.clock.now().getTime() + hours * 3_600_000).toISOString()
  switch (what) {
    case 'schedule': {
      const body = { organizationId, conversationId, message: `In ${hours} hours`, sendAt: later }
      await member.call('scheduleMessage', { body })
      break
    }
    case 'keep': {
      const body = { organizationId, _id: await newestOf(clinics, conversationId), now: hours > 50 }
      await member.call('keepScheduledMessage', { body })
      break
    }
    case 'reschedule': {
      const body = { organizationId, _id: await newestOf(clinics, conversationId), sendAt: later }
      await member.call('rescheduleMessage', { body })
      break
    }
    case 'cancel':
      await member.call('cancelScheduledMessage', {
        body: { organizationId, _id: await newestOf(clinics, conversationId) },
      })
      break
    case 'snooze':
    case 'end snooze': {
      const until = what === 'snooze' ? later : null
      await member.call('snoozeConversation', { body: { organizationId, conversationId, until } })
      break
    }
    case 'texts are due':
      await makeTextsDue(clinics, hours > 80 ? '3 hours' : '1 minute')
      break
    case 'snoozes are due':
      await makeSnoozesDue(clinics)
      break
  }
}

async function newestOf({ store }: Clinics, conversationId: string): Promise<string> {
  const [newest] = await store.query<{ id: string }>(
    'select id from scheduled_texts where conversation_id = $1 order by created_at desc limit 1',
    [conversationId],
  )
  return newest?.id ?? 'absent'
}
