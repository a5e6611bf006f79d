/** What staff do now that happens later, and what becomes of it. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import { snoozesAreDue, startClocks, textsAreDue } from './clockwork.ts'
import type { Action, Stage } from './stage.ts'

const organizationId = CEDAR.id
const ROSALIND = '+15125550142'
const DAY_MS = 24 * 60 * 60 * 1000

type Act = Action['act']

const inOrder =
  (...acts: Act[]): Act =>
  async (stage) => {
    for (const act of acts) await act(stage)
  }

const asLena =
  (name: CallName, fields: (stage: Stage) => object | Promise<object>): Act =>
  async (stage) =>
    stage.clinics.staff.lena.call(name, { body: { organizationId, ...(await fields(stage)) } } as never)

const inDays = ({ clinics }: Stage, days: number) =>
  new Date(clinics.parts.clock.now().getTime() + days * DAY_MS).toISOString()

const schedules = (message: string, days = 1) =>
  asLena('scheduleMessage', (stage) => ({
    conversationId: stage.conversationId,
    message,
    sendAt: inDays(stage, days),
  }))

/** About the text that was written ahead last. */
const aboutLast = (name: CallName, fields: (stage: Stage) => object = () => ({})) =>
  asLena(name, async (stage) => {
    const [last] = await stage.clinics.store.query<{ id: string }>(
      'select id from scheduled_texts where organization_id = $1 order by created_at desc limit 1',
      [organizationId],
    )
    return { _id: last?.id, ...fields(stage) }
  })

const snoozes = (days: number | null) =>
  asLena('snoozeConversation', (stage) => ({
    conversationId: stage.conversationId,
    until: days === null ? null : inDays(stage, days),
  }))

const writes =
  (body: string): Act =>
  ({ clinics }) =>
    clinics.text(ROSALIND, body)
const closes = (status: string) => asLena('closeConversation', ({ conversationId }) => ({ conversationId, status }))

const clocksRun: Act = async ({ clinics }) => {
  const clocks = startClocks(clinics)
  await clocks.drain().finally(clocks.stop)
}
const timeComes =
  (ago?: string): Act =>
  async ({ clinics }) =>
    textsAreDue(clinics, ago)
const wakes = inOrder(({ clinics }) => snoozesAreDue(clinics), clocksRun)

const isBlocked =
  (blocked: boolean): Act =>
  ({ clinics }) =>
    clinics.store.query(
      blocked
        ? `insert into consents (organization_id, phone_number, sms_status) values ($1, $2, 'blocked')
           on conflict (organization_id, phone_number) do update set sms_status = 'blocked'`
        : `update consents set sms_status = 'subscribed' where organization_id = $1 and phone_number = $2`,
      [organizationId, ROSALIND],
    )

export const TIMED_ACTIONS = {
  scheduleMessage: [
    { title: 'a text for tomorrow', act: schedules('See you tomorrow') },
    { title: 'a sooner one beside a later one', act: inOrder(schedules('Later', 9), schedules('Sooner', 0.5)) },
    { title: 'their times come', act: inOrder(timeComes(), clocksRun) },
    {
      title: 'its time comes after it was resolved',
      act: inOrder(schedules('Bye'), closes('resolved'), timeComes(), clocksRun),
    },
    { title: 'the patient writes first', act: inOrder(schedules('One'), schedules('Two', 2), writes('Wait')) },
    { title: 'nobody was there at its time', act: inOrder(schedules('Good night'), timeComes('3 hours'), clocksRun) },
    {
      title: 'the number is blocked meanwhile',
      // Whose number is blocked shows on the conversation, so the block is over before anybody looks.
      act: inOrder(
        schedules('Hello?'),
        isBlocked(true),
        timeComes(),
        clocksRun,
        isBlocked(false),
        closes('open'),
        closes('pending'),
      ),
    },
  ],
  rescheduleMessage: [
    {
      title: 'other words at another time',
      act: inOrder(
        schedules('Tuesday'),
        aboutLast('rescheduleMessage', (stage) => ({ message: 'Friday', sendAt: inDays(stage, 4) })),
      ),
    },
    { title: 'the same words again', act: aboutLast('rescheduleMessage', () => ({ message: 'Friday' })), silent: true },
  ],
  cancelScheduledMessage: [
    { title: 'what waits', act: aboutLast('cancelScheduledMessage') },
    { title: 'again', act: aboutLast('cancelScheduledMessage'), silent: true },
  ],
  snoozeConversation: [
    { title: 'until tomorrow', act: inOrder(closes('open'), snoozes(1)) },
    { title: 'that is not snoozed any more, and again', act: inOrder(snoozes(null), snoozes(1), snoozes(2)) },
    { title: 'its time comes', act: wakes },
    { title: 'the patient writes', act: inOrder(snoozes(1), writes('Hello again')) },
    { title: '[OPEN-032] it is resolved', act: inOrder(snoozes(1), closes('resolved')) },
    { title: 'nothing to end', act: snoozes(null), silent: true },
  ],
} satisfies Partial<Record<CallName, readonly Action[]>>
