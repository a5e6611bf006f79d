/** What the command bar finds for the open conversation beside the commands with a key, one entry each. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { requestChoices } from '../../../parts/request-choices.rules.ts'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { type LaterFacts, laterTimes } from '../later-times.rules.ts'
import type { PanelDialog } from '../panel/panel-dialogs.tsx'

interface Named {
  readonly _id: string
  readonly name: string
}

export interface ConversationCommand {
  readonly title: string
  /** Says more than the title, such as the exact time. */
  readonly detail?: string
  /** Other words that find it. */
  readonly words?: string
  readonly does:
    | {
        readonly act: ConversationAction /** Starts such an action's offline sentence: it waits for the connection. */
        readonly online?: string
      }
    | { readonly dialog: PanelDialog }
    | 'copyLink'
}

export interface CommandsInput extends Omit<LaterFacts, 'visitAt'> {
  readonly conversation: Conversation
  readonly me: Colleague
  readonly colleagues: readonly Colleague[]
  readonly teams: readonly Named[]
}

export function conversationCommands(input: CommandsInput): ConversationCommand[] {
  const { conversation } = input
  return [
    ...assigning(input),
    ...giving(input),
    ...closing(conversation),
    ...snoozing(input),
    ...requesting(conversation),
    {
      title: conversation.patientId === null ? 'Assign to a patient' : 'Move to another patient',
      words: 'link patient record',
      does: { dialog: 'patient' },
    },
    ...handing(conversation),
    ...mailing(conversation),
    ...blocking(conversation),
    { title: 'Copy the link to this conversation', words: 'address url share', does: 'copyLink' },
  ]
}

/** A colleague whom the conversation has already is left out. */
function assigning({ conversation: { id, staffAssigned }, me, colleagues }: CommandsInput): ConversationCommand[] {
  const assigned = staffAssigned[0]?._id
  const to = (staff: Colleague | null): ConversationCommand['does'] => ({
    act: { kind: 'assign', conversationId: id, staff: staff && { _id: staff._id, name: staff.name } },
  })
  const others = colleagues.filter(({ _id }) => _id !== me._id && _id !== assigned)
  return [
    ...(assigned === me._id ? [] : [{ title: 'Assign to me', words: `you take ${me.name}`, does: to(me) }]),
    ...others.map((one) => ({ title: `Assign to ${one.name}`, does: to(one) })),
    ...(assigned === undefined
      ? []
      : [{ title: 'Assign to nobody', words: 'unassign unassigned remove', does: to(null) }]),
  ]
}

/** The team that has the conversation is left out. */
function giving({ conversation: { id, team }, teams }: CommandsInput): ConversationCommand[] {
  const to = (next: Named | null): ConversationCommand['does'] => ({
    act: { kind: 'team', conversationId: id, team: next && { _id: next._id, name: next.name } },
  })
  const words = 'team assign give'
  return [
    ...teams
      .filter(({ _id }) => _id !== team?._id)
      .map((one) => ({ title: `Assign to team ${one.name}`, words, does: to(one) })),
    ...(team ? [{ title: `Take from team ${team.name}`, words: 'unassign no team remove', does: to(null) }] : []),
  ]
}

const CLOSED_AS = ['resolved', 'pending', 'acknowledged'] as const

function closing({ id, status }: Conversation): ConversationCommand[] {
  const isOpen = status === 'open' || status === 'unassigned'
  if (isOpen)
    return CLOSED_AS.map((as) => ({
      title: `Close as ${as}`,
      words: 'status done',
      does: { act: { kind: 'close', conversationId: id, status: as }, online: 'Closing' },
    }))
  return [
    {
      title: 'Reopen conversation',
      words: 'open again status',
      does: { act: { kind: 'close', conversationId: id, status: 'open' }, online: 'Reopening' },
    },
  ]
}

function snoozing({ conversation, ...facts }: CommandsInput): ConversationCommand[] {
  const { id, snoozedUntil } = conversation
  const visitAt = conversation.appointment?.startsAt ?? null
  const until = (moment: string | null): ConversationCommand['does'] => ({
    act: { kind: 'snooze', conversationId: id, until: moment },
  })
  return [
    ...laterTimes({ ...facts, visitAt }).map(({ label, detail, words, at }) => ({
      title: `Snooze: ${label}`,
      detail,
      words: `later remind ${words}`,
      does: until(at.toISOString()),
    })),
    { title: 'Snooze: pick a time', words: 'later remind', does: { dialog: 'snooze' } },
    ...(snoozedUntil === null ? [] : [{ title: 'Wake now', words: 'end snooze unsnooze', does: until(null) }]),
  ]
}

function requesting({ id, requestType }: Conversation): ConversationCommand[] {
  return requestChoices
    .filter(({ value }) => value !== requestType)
    .map(({ value, label }) => ({
      title: `Request type: ${label}`,
      words: 'set mark',
      does: { act: { kind: 'request', conversationId: id, requestType: value } },
    }))
}

/** While a chatbot answers, the key B takes it off. */
function handing({ bot }: Conversation): ConversationCommand[] {
  if (bot) return []
  return [{ title: 'Hand to an assistant', words: 'chatbot bot automatic', does: { dialog: 'bot' } }]
}

function mailing({ patientId, email = null }: Conversation): ConversationCommand[] {
  if (patientId === null || email === null) return []
  return [{ title: 'Send email', words: 'e-mail mail write', detail: email, does: { dialog: 'mail' } }]
}

/** A number that is too short to be one can't be blocked, and a chat has none. */
function blocking({ phoneNumber, smsStatus }: Conversation): ConversationCommand[] {
  if (phoneNumber.replace(/\D/g, '').length < 10) return []
  const verb = smsStatus === 'blocked' ? 'Unblock' : 'Block'
  return [{ title: `${verb} ${displayPhone(phoneNumber)}`, words: 'number spam', does: { dialog: 'block' } }]
}
