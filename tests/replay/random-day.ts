/** A day at a clinic in steps that anybody may take, several at once: three of the staff, four phones, one carrier. */
import { calls } from '@foyer/contracts/calls.ts'
import fc from 'fast-check'
import { CEDAR, type Clinics, type StaffName } from '../calls/clinics.ts'
import { CallFailed } from '../support/member.ts'
import { REFUSE_ME } from './carrier.ts'

export const PHONES = ['+15125550142', '+15125550143', '+15125550144', '+15125550190'] as const
export const COLLEAGUES = ['lena', 'dana', 'sam'] as const satisfies StaffName[]

type Change = 'updateLastSeen' | 'markConversationAsUnread' | 'toggleStar' | 'assignToStaff' | 'closeConversation'

export type Step =
  | { readonly kind: 'text'; readonly phone: string; readonly body: string; readonly isRepeated: boolean }
  | {
      readonly kind: 'send'
      readonly staff: StaffName
      readonly phone: string
      readonly message: string
      readonly private: boolean
      /** Whether the sender's screen shows what there is, nothing of it, or doesn't say. */
      readonly seen: 'all' | 'nothing' | 'unsaid'
      readonly isRepeated: boolean
      /** Whom it names if it is a note. */
      readonly mentions: readonly string[]
      readonly draftRevision: number | null
    }
  | {
      readonly kind: 'change'
      readonly staff: StaffName
      readonly phone: string
      readonly name: Change
      readonly fields: object
    }
  | {
      readonly kind: 'draft'
      readonly staff: StaffName
      readonly phone: string
      readonly message: string
      readonly private: boolean
      readonly revision: number
    }
  | { readonly kind: 'mentionsSeen'; readonly staff: StaffName; readonly phone: string | null }
  | { readonly kind: 'report'; readonly nth: number; readonly status: string; readonly code: string | null }

const phone = fc.constantFrom(...PHONES)
const staff = fc.constantFrom(...COLLEAGUES)
const user = fc.constantFrom('usr_lena', 'usr_dana', 'usr_sam')

const text: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('text'),
  phone,
  body: fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    { weight: 2, arbitrary: fc.constantFrom('👎', '👍', 'Liked “Hello”') },
    { weight: 1, arbitrary: fc.constantFrom('STOP', 'start', 'Stop!') },
  ),
  isRepeated: fc.nat(3).map((n) => n === 0),
})

const send: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('send'),
  staff,
  phone,
  message: fc.constantFrom('Hello', 'Please call', '  trimmed  ', REFUSE_ME),
  private: fc.boolean(),
  seen: fc.constantFrom('all', 'nothing', 'unsaid'),
  isRepeated: fc.boolean(),
  mentions: fc.array(user, { maxLength: 3 }),
  draftRevision: fc.option<number>(fc.integer({ min: 1, max: 40 })),
})

const draft: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('draft'),
  staff,
  phone,
  message: fc.constantFrom('Hello', 'Please call', 'Half a sen', ' ', ''),
  private: fc.boolean(),
  revision: fc.integer({ min: 1, max: 40 }),
})

const mentionsSeen: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('mentionsSeen'),
  staff,
  phone: fc.option<string>(phone),
})

const change: fc.Arbitrary<Step> = fc
  .oneof(
    fc.constantFrom<[Change, object]>(['updateLastSeen', {}], ['markConversationAsUnread', {}]),
    fc
      .record({ action: fc.constantFrom('star', 'unstar'), user })
      .map((fields): [Change, object] => ['toggleStar', fields]),
    fc.record({ user: fc.option(user) }).map((fields): [Change, object] => ['assignToStaff', fields]),
    fc
      .record({ status: fc.constantFrom('open', 'pending', 'acknowledged', 'resolved') })
      .map((fields): [Change, object] => ['closeConversation', fields]),
  )
  .chain(([name, fields]) =>
    fc.record({ kind: fc.constant('change'), staff, phone, name: fc.constant(name), fields: fc.constant(fields) }),
  )

const report: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('report'),
  nth: fc.nat(5),
  status: fc.constantFrom('sent', 'delivered', 'undelivered', 'failed', 'queued', 'unheard of'),
  code: fc.constantFrom(null, '30003', '21610'),
})

const step = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 4, arbitrary: send },
  { weight: 6, arbitrary: change },
  { weight: 2, arbitrary: report },
  { weight: 3, arbitrary: draft },
  { weight: 1, arbitrary: mentionsSeen },
)

/** What happens at once, time after time. */
export const randomDay: fc.Arbitrary<Step[][]> = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 8,
  maxLength: 16,
})

/** What was acknowledged, and so must be there in the end. */
export interface Acknowledged {
  readonly texts: Set<string>
  readonly messages: Set<string>
}

/** Refusals that a day brings: not there yet, opted out, somebody was quicker. */
const ORDINARY = new Set([404, 409, 422])
const organizationId = CEDAR.id

interface Day {
  readonly clinics: Clinics
  readonly newKey: () => string
  readonly acknowledged: Acknowledged
}

export function createDay(clinics: Clinics, newKey: () => string) {
  const day: Day = { clinics, newKey, acknowledged: { texts: new Set(), messages: new Set() } }
  return {
    acknowledged: day.acknowledged,
    /** Each at once with the others; a refusal that a day brings is none of the test's business. */
    async takeAtOnce(steps: readonly Step[]): Promise<void> {
      const ends = await Promise.allSettled(steps.map((step) => take(day, step)))
      for (const end of ends) {
        if (end.status === 'fulfilled') continue
        if (!(end.reason instanceof CallFailed && ORDINARY.has(end.reason.status))) throw end.reason
      }
    },
  }
}

function take(day: Day, step: Step): Promise<void> {
  switch (step.kind) {
    case 'text':
      return takeText(day, step)
    case 'send':
      return takeSend(day, step)
    case 'change':
      return takeChange(day, step)
    case 'report':
      return takeReport(day, step)
    case 'draft':
      return takeDraft(day, step)
    case 'mentionsSeen':
      return takeMentionsSeen(day, step)
  }
}

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

async function takeText({ clinics, newKey, acknowledged }: Day, { phone, body, isRepeated }: Of<'text'>) {
  const MessageSid = `SM${newKey()}`
  await clinics.text(phone, body, { MessageSid })
  if (isRepeated) await clinics.text(phone, body, { MessageSid })
  acknowledged.texts.add(MessageSid)
}

async function takeSend({ clinics, newKey, acknowledged }: Day, step: Of<'send'>) {
  const { id, version } = await conversationOf(clinics, step.phone)
  const seen = { all: { seenVersion: version }, nothing: { seenVersion: 0 }, unsaid: {} }[step.seen]
  const { message, draftRevision } = step
  const mentions = step.private ? [...step.mentions] : []
  const own = { private: step.private, mentions, ...(draftRevision !== null && { draftRevision }) }
  const body = { organizationId, conversationId: id, message, ...own, ...seen }
  const key = newKey()
  const send = async () => {
    const { data } = await clinics.staff[step.staff].call('sendMessage', { body, key })
    acknowledged.messages.add(data._id)
  }
  await send()
  if (step.isRepeated) await send()
}

async function takeChange({ clinics }: Day, { staff, phone, name, fields }: Of<'change'>) {
  const { id } = await conversationOf(clinics, phone)
  await clinics.staff[staff].call(name, { body: { organizationId, conversationId: id, ...fields } } as never)
}

async function takeDraft({ clinics }: Day, { staff, phone, message, revision, ...step }: Of<'draft'>) {
  const { id: conversationId } = await conversationOf(clinics, phone)
  const body = { organizationId, conversationId, message, private: step.private, revision }
  await clinics.staff[staff].call('saveDraft', { body })
}

async function takeMentionsSeen({ clinics }: Day, { staff, phone }: Of<'mentionsSeen'>) {
  const body = phone === null ? {} : { conversationId: (await conversationOf(clinics, phone)).id }
  await clinics.staff[staff].call('markMentionsSeen', { body: { organizationId, ...body } })
}

async function takeReport({ clinics, newKey }: Day, { nth, status, code }: Of<'report'>) {
  const [text] = await clinics.store.query<{ id: string; sid: string | null }>(
    `select id, carrier_sid as sid from messages where direction = 'outbound' and not private
     order by created_at desc offset $1 limit 1`,
    [nth],
  )
  if (!text) return
  await clinics.post(`${calls.textStatus.path}?messageId=${text.id}`, {
    ...{ MessageSid: text.sid ?? `SM${newKey()}`, MessageStatus: status, From: CEDAR.number },
    ...(code !== null && { ErrorCode: code }),
  })
}

async function conversationOf({ store }: Clinics, phone: string): Promise<{ id: string; version: number }> {
  const [one] = await store.query<{ id: string; version: number }>(
    'select id, version::int from conversations where organization_id = $1 and sender = $2',
    [organizationId, phone],
  )
  return one ?? { id: 'absent', version: 0 }
}
