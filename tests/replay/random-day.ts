/** A random day of a clinic: steps of three staff members, four phones and a carrier, several at once. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import { type Calls, calls } from '@foyer/contracts/calls.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { CEDAR, type Clinics, type StaffName } from '../calls/clinics.ts'
import { CallFailed } from '../support/member.ts'
import { REFUSE_ME } from './carrier.ts'
import { type TimedStep, takeTimed, timedStep } from './timed-steps.ts'

export const PHONES = ['+15125550142', '+15125550143', '+15125550144', '+15125550190'] as const
export const COLLEAGUES = ['lena', 'dana', 'sam'] as const satisfies StaffName[]

/** A phone without a conversation; `start` with it begins one. */
const SILENT_PHONE = '+15125550191'

type Change =
  | 'updateLastSeen'
  | 'markConversationAsUnread'
  | 'toggleStar'
  | 'assignToStaff'
  | 'closeConversation'
  | 'markConversationRequest'
  | 'assignConversation'
  | 'resolveStopRequest'

export type Step =
  | { readonly kind: 'text'; readonly phone: string; readonly body: string; readonly isRepeated: boolean }
  | {
      readonly kind: 'send'
      readonly staff: StaffName
      readonly phone: string
      readonly message: string
      readonly private: boolean
      /** Whether the sender's screen shows everything, nothing, or sends no `seenVersion`. */
      readonly seen: 'all' | 'nothing' | 'unsaid'
      readonly isRepeated: boolean
      /** The members that a note mentions. */
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
      readonly kind: 'start'
      readonly staff: StaffName
      readonly phone: string
      readonly patientId: string | undefined
      readonly isRepeated: boolean
    }
  | { readonly kind: 'import'; readonly staff: StaffName; readonly phone: string; readonly isRepeated: boolean }
  | { readonly kind: 'file'; readonly staff: StaffName; readonly nth: number; readonly patientId: string }
  | { readonly kind: 'block'; readonly staff: StaffName; readonly phone: string; readonly isBlocked: boolean }
  | {
      readonly kind: 'bulk'
      readonly staff: StaffName
      readonly phones: readonly string[]
      readonly action: BodyOf<Calls['bulkChange']>['action']
    }
  /** Undoes this member's nth newest undoable change. */
  | { readonly kind: 'undo'; readonly staff: StaffName; readonly nth: number }
  | TimedStep
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
const patientId = fc.constantFrom('p1', 'p2', 'p3', 'p4')

const text: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('text'),
  phone,
  body: fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    { weight: 2, arbitrary: fc.constantFrom('👎', '👍', 'Liked “Hello”') },
    { weight: 1, arbitrary: fc.constantFrom('STOP', 'start', 'Stop!', 'yes', 'HELP') },
    { weight: 1, arbitrary: fc.constantFrom('please stop texting me', 'Ya no me escriban') },
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
    fc
      .record({ requestType: fc.constantFrom('billing', 'concierge', 'other', null) })
      .map((fields): [Change, object] => ['markConversationRequest', fields]),
    fc.record({ patientId }).map((fields): [Change, object] => ['assignConversation', fields]),
    fc.record({ optOut: fc.boolean() }).map((fields): [Change, object] => ['resolveStopRequest', fields]),
  )
  .chain(([name, fields]) =>
    fc.record({ kind: fc.constant('change'), staff, phone, name: fc.constant(name), fields: fc.constant(fields) }),
  )

const start: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('start'),
  staff,
  phone: fc.constantFrom(...PHONES, SILENT_PHONE),
  patientId: fc.option(patientId, { nil: undefined }),
  isRepeated: fc.boolean(),
})

const importing: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('import'),
  staff,
  phone,
  isRepeated: fc.boolean(),
})

const filing: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('file'), staff, nth: fc.nat(5), patientId })

/** Unblocks more often than it blocks; otherwise no texts would arrive. */
const block: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('block'),
  staff,
  phone,
  isBlocked: fc.nat(2).map((n) => n === 0),
})

const report: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('report'),
  nth: fc.nat(5),
  status: fc.constantFrom('sent', 'delivered', 'undelivered', 'failed', 'queued', 'unheard of'),
  code: fc.constantFrom(null, '30003', '21610'),
})

const bulk: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('bulk'),
  staff,
  phones: fc.uniqueArray(phone, { minLength: 1 }),
  action: fc.oneof(
    fc.record({ type: fc.constantFrom('star', 'unstar', 'markUnread', 'markRead') }),
    fc.record({ type: fc.constant('assign'), user: fc.option(user) }),
    fc.record({ type: fc.constant('close'), status: fc.constantFrom('open', 'pending', 'resolved') }),
    fc.record({ type: fc.constant('request'), requestType: fc.constantFrom('billing', 'concierge', null) }),
  ),
})

const undo: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('undo'), staff, nth: fc.nat(2) })

const step = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 4, arbitrary: send },
  { weight: 6, arbitrary: change },
  { weight: 2, arbitrary: report },
  { weight: 2, arbitrary: start },
  { weight: 1, arbitrary: importing },
  { weight: 1, arbitrary: filing },
  { weight: 2, arbitrary: block },
  { weight: 3, arbitrary: bulk },
  { weight: 3, arbitrary: undo },
  { weight: 4, arbitrary: timedStep(staff, phone) },
  { weight: 3, arbitrary: draft },
  { weight: 1, arbitrary: mentionsSeen },
)

/** Groups of steps; the steps of a group run at once. */
export const randomDay: fc.Arbitrary<Step[][]> = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 8,
  maxLength: 16,
})

/** The requests that the API acknowledged during the day, for the comparison at its end. */
export interface Acknowledged {
  readonly texts: Set<string>
  /** Texts of a blocked number: these must not be stored. */
  readonly dropped: Set<string>
  /** Texts of a number that was blocked or unblocked at the same moment: these may be stored. */
  readonly unsure: Set<string>
  readonly messages: Set<string>
  /** The bodies of texts that began a conversation. */
  readonly started: Set<string>
  readonly patients: Set<string>
}

/** Refusals that are no failure: not found, opted out, another member was quicker. */
const ORDINARY = new Set([404, 409, 422])
const organizationId = CEDAR.id

interface Day {
  readonly clinics: Clinics
  readonly newKey: () => string
  readonly acknowledged: Acknowledged
  /** The expected result for texts of a phone in the present group; texts of a phone without an entry are stored. */
  readonly fates: Map<string, 'dropped' | 'unsure'>
  /** The undo ids of each member, newest first. */
  readonly undoable: Map<StaffName, string[]>
}

export function createDay(clinics: Clinics, newKey: () => string) {
  const [texts, dropped, unsure, messages, started, patients] = Array.from({ length: 6 }, () => new Set<string>())
  const acknowledged = { texts, dropped, unsure, messages, started, patients } as Acknowledged
  const day: Day = { clinics, newKey, acknowledged, fates: new Map(), undoable: new Map() }
  return {
    acknowledged: day.acknowledged,
    /** Runs the steps at once and ignores ordinary refusals. */
    async takeAtOnce(steps: readonly Step[]): Promise<void> {
      await foresee(day, steps)
      const ends = await Promise.allSettled(steps.map((step) => take(day, step)))
      for (const end of ends) {
        if (end.status === 'fulfilled') continue
        if (!(end.reason instanceof CallFailed && ORDINARY.has(end.reason.status))) throw end.reason
      }
    },
  }
}

async function foresee({ clinics, fates }: Day, steps: readonly Step[]): Promise<void> {
  const blocked = await clinics.store.query<{ phone: string }>(
    `select phone_number as phone from consents where sms_status = 'blocked'`,
  )
  fates.clear()
  for (const { phone } of blocked) fates.set(phone, 'dropped')
  for (const step of steps) if (step.kind === 'block') fates.set(step.phone, 'unsure')
}

async function take(day: Day, step: Step): Promise<void> {
  switch (step.kind) {
    case 'text':
      return takeText(day, step)
    case 'send':
      return takeSend(day, step)
    case 'change':
      return takeChange(day, step)
    case 'report':
      return takeReport(day, step)
    case 'start':
      return takeStart(day, step)
    case 'import':
      return takeImport(day, step)
    case 'file':
      return takeFiling(day, step)
    case 'block':
      return takeBlock(day, step)
    case 'bulk':
      return takeBulk(day, step)
    case 'undo':
      return takeUndo(day, step)
    case 'timed':
      return takeTimed(day.clinics, step, (await conversationOf(day.clinics, step.phone)).id)
    case 'draft':
      return takeDraft(day, step)
    case 'mentionsSeen':
      return takeMentionsSeen(day, step)
  }
}

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

async function takeText({ clinics, newKey, acknowledged, fates }: Day, { phone, body, isRepeated }: Of<'text'>) {
  const MessageSid = `SM${newKey()}`
  await clinics.text(phone, body, { MessageSid })
  if (isRepeated) await clinics.text(phone, body, { MessageSid })
  acknowledged[fates.get(phone) ?? 'texts'].add(MessageSid)
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

async function takeChange(day: Day, { staff, phone, name, fields }: Of<'change'>) {
  const { id } = await conversationOf(day.clinics, phone)
  const body = { organizationId, conversationId: id, ...fields }
  const answer = await day.clinics.staff[staff].call(name, { body } as never)
  if ('undoId' in answer) remember(day, staff, answer.undoId)
}

async function takeBulk(day: Day, { staff, phones, action }: Of<'bulk'>) {
  const conversations = await Promise.all(phones.map((phone) => conversationOf(day.clinics, phone)))
  const conversationIds = [...new Set(conversations.map(({ id }) => id))]
  const { data } = await day.clinics.staff[staff].call('bulkChange', {
    body: { organizationId, conversationIds, action },
    key: day.newKey(),
  })
  const named = [...data.changed.map(({ id }) => id), ...data.skipped.map(({ conversationId }) => conversationId)]
  expect(named.sort(), 'each named conversation is reported once').toEqual(conversationIds.sort())
  remember(day, staff, data.undoId)
}

async function takeUndo({ clinics, undoable }: Day, { staff, nth }: Of<'undo'>) {
  const undoId = undoable.get(staff)?.[nth]
  if (undoId !== undefined) await clinics.staff[staff].call('undo', { body: { organizationId, undoId } })
}

function remember({ undoable }: Day, staff: StaffName, undoId: string | null) {
  if (undoId !== null) undoable.set(staff, [undoId, ...(undoable.get(staff) ?? [])])
}

async function takeStart({ clinics, newKey, acknowledged }: Day, { staff, phone, patientId, isRepeated }: Of<'start'>) {
  const key = newKey()
  const message = `Start ${key}`
  const body = { organizationId, phoneNumber: phone, message, ...(patientId !== undefined && { patientId }) }
  const start = async () => {
    await clinics.staff[staff].call('createWithMessage', { body, key })
    acknowledged.started.add(message)
  }
  await start()
  if (isRepeated) await start()
}

async function takeImport({ clinics, newKey, acknowledged }: Day, { staff, phone, isRepeated }: Of<'import'>) {
  const { id: conversationId } = await conversationOf(clinics, phone)
  const key = newKey()
  const patient = { firstName: 'New', lastName: 'Patient', dob: '1990-01-02', phoneNumber: phone }
  const create = async () => {
    const body = { organizationId, conversationId, patient }
    const { data } = await clinics.staff[staff].call('createImportAndAssign', { body, key })
    acknowledged.patients.add(data.patient._id)
  }
  await create()
  if (isRepeated) await create()
}

async function takeFiling({ clinics }: Day, { staff, nth, patientId }: Of<'file'>) {
  const [message] = await clinics.store.query<{ messageId: string; conversationId: string }>(
    `select id as "messageId", conversation_id as "conversationId" from messages order by created_at desc offset $1 limit 1`,
    [nth],
  )
  if (message) await clinics.staff[staff].call('assignMessage', { body: { organizationId, ...message, patientId } })
}

async function takeBlock({ clinics }: Day, { staff, phone, isBlocked }: Of<'block'>) {
  const body = { organizationId, phoneNumber: phone, blockPhoneNumber: isBlocked }
  await clinics.staff[staff].call('blockPhoneNumber', { body })
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
