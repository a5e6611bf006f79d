/** Actions of scheduled texts and snoozes, up to their time. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import { makeSnoozesDue, makeTextsDue, startDueWorkers } from './due-workers.ts'
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

/** Makes the call for the newest scheduled text. */
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
  const dueWorkers = startDueWorkers(clinics)
  await dueWorkers.drain().finally(dueWorkers.stop)
}
const timeComes =
  (ago?: string): Act =>
  async ({ clinics }) =>
    makeTextsDue(clinics, ago)
const wakes = inOrder(({ clinics }) => makeSnoozesDue(clinics), clocksRun)

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
    { title: 'a text is scheduled for tomorrow', act: schedules('See you tomorrow') },
    {
      title: 'a sooner text is scheduled after a later one',
      act: inOrder(schedules('Later', 9), schedules('Sooner', 0.5)),
    },
    { title: 'their times come', act: inOrder(timeComes(), clocksRun) },
    {
      title: 'the time comes after the conversation was resolved',
      act: inOrder(schedules('Bye'), closes('resolved'), timeComes(), clocksRun),
    },
    {
      title: 'the patient writes before the time',
      act: inOrder(schedules('One'), schedules('Two', 2), writes('Wait')),
    },
    {
      title: 'the worker runs hours after the time',
      act: inOrder(schedules('Good night'), timeComes('3 hours'), clocksRun),
    },
    {
      title: 'the number is blocked before the time',
      // The conversation shows a block, so it is removed before the comparison.
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
  keepScheduledMessage: [
    {
      title: 'a text that the patient holds is kept, held again and sent at once',
      act: inOrder(
        schedules('Keep me'),
        writes('Oh, and'),
        aboutLast('keepScheduledMessage'),
        writes('One more thing'),
        aboutLast('keepScheduledMessage', () => ({ now: true })),
      ),
    },
    {
      title: 'it waits already',
      act: inOrder(schedules('Not held'), aboutLast('keepScheduledMessage')),
    },
    { title: 'it is kept again', act: aboutLast('keepScheduledMessage'), silent: true },
    {
      title: 'held texts are edited and cancelled',
      act: inOrder(
        writes('Wait'),
        aboutLast('rescheduleMessage', (stage) => ({ sendAt: inDays(stage, 3) })),
        writes('Wait again'),
        aboutLast('cancelScheduledMessage'),
      ),
    },
  ],
  rescheduleMessage: [
    {
      title: 'the text gets other words and another time',
      act: inOrder(
        schedules('Tuesday'),
        aboutLast('rescheduleMessage', (stage) => ({ message: 'Friday', sendAt: inDays(stage, 4) })),
      ),
    },
    {
      title: 'the words are the same',
      act: aboutLast('rescheduleMessage', () => ({ message: 'Friday' })),
      silent: true,
    },
  ],
  cancelScheduledMessage: [
    { title: 'a waiting text is cancelled', act: aboutLast('cancelScheduledMessage') },
    { title: 'it is cancelled again', act: aboutLast('cancelScheduledMessage'), silent: true },
  ],
  snoozeConversation: [
    { title: 'it is snoozed until tomorrow', act: inOrder(closes('open'), snoozes(1)) },
    { title: 'a snooze ends and begins again', act: inOrder(snoozes(null), snoozes(1), snoozes(2)) },
    { title: 'its time comes', act: wakes },
    { title: 'the patient writes', act: inOrder(snoozes(1), writes('Hello again')) },
    { title: 'it is resolved [OPEN-032]', act: inOrder(snoozes(1), closes('resolved')) },
    { title: 'there is no snooze to end', act: snoozes(null), silent: true },
  ],
} satisfies Partial<Record<CallName, readonly Action[]>>
