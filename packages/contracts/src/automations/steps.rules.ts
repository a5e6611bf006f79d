/** One step of a turn: its effects, or the word that refuses it. */
import { mayBecome } from '../appointments/status.rules.ts'
import { MAIL_CONTENT_MAX, MAIL_SUBJECT_MAX } from '../defaults.ts'
import { segmentsOf } from '../outreach/segments.rules.ts'
import type { Action, ActionOf, Words } from './actions.rules.ts'
import { afterDuration } from './durations.rules.ts'
import type { Effect } from './effects.rules.ts'
import type { Facts } from './facts.rules.ts'
import type { RefusalWord } from './step-words.rules.ts'
import { filledText, isMachine, MACHINE_MS, type TextAbout, textRefusal } from './text-guards.rules.ts'

export interface KnownStaff {
  readonly id: string
  readonly name: string
  readonly isSupervisor: boolean
  readonly openConversations: number
}

/** The records that the steps may name, as they are now. A record that is no more is not listed. */
export interface Known {
  readonly staff: readonly KnownStaff[]
  readonly templates: readonly { readonly id: string; readonly subject: string | null; readonly text: string }[]
  readonly campaigns: readonly string[]
  readonly flows: readonly string[]
}

/** The facts and records of a turn's step. */
export interface StepContext {
  readonly facts: Facts
  readonly known: Known
  readonly about: TextAbout
  /** A text of this run begins a conversation where there was none. */
  readonly hasConversation: boolean
}

export type Done =
  | { readonly effects: readonly Effect[] }
  | { readonly refused: RefusalWord; readonly effects?: readonly Effect[] }

/** All actions but waits and stops, which the plan itself knows. */
export type DoableAction = Exclude<Action, { kind: 'wait' | 'stop' }>

export function doStep(action: DoableAction, context: StepContext): Done {
  const { sequence } = action
  switch (action.kind) {
    case 'sendSms':
      return sendSms(action, context)
    case 'sendEmail':
      return sendEmail(action, context)
    case 'notifyStaff':
      return notify(action, context)
    case 'markConfirmed': {
      const { visit } = context.facts
      if (visit?.status === 'confirmed') return { effects: [] }
      if (visit === null || !mayBecome(visit.status, 'confirmed', false)) return { refused: 'gone' }
      return { effects: [{ kind: 'confirmVisit', sequence, appointmentId: visit.id }] }
    }
    case 'startDrip': {
      if (context.facts.patient === null) return { refused: 'no_channel' }
      const { campaignId } = action
      if (!context.known.campaigns.includes(campaignId)) return { refused: 'gone' }
      return { effects: [{ kind: 'startDrip', sequence, campaignId }] }
    }
    default:
      return context.hasConversation ? inConversation(action, context) : { refused: 'no_channel' }
  }
}

type InConversation = Exclude<
  DoableAction,
  { kind: 'sendSms' | 'sendEmail' | 'notifyStaff' | 'markConfirmed' | 'startDrip' }
>

function inConversation(action: InConversation, { facts, known, about }: StepContext): Done {
  const { sequence } = action
  switch (action.kind) {
    case 'assignToStaff': {
      const user = action.user === null ? freest(action.among ?? [], known) : present([action.user], known)[0]
      return user === undefined ? { refused: 'gone' } : { effects: [{ kind: 'assign', sequence, user }] }
    }
    case 'markRequest':
      return { effects: [{ kind: 'markRequest', sequence, requestType: action.requestType }] }
    case 'closeConversation':
      return { effects: [{ kind: 'setStatus', sequence, status: action.status }] }
    case 'snoozeConversation':
      return {
        effects: [{ kind: 'snooze', sequence, until: afterDuration(facts.at, action.for, facts.clinic.timezone) }],
      }
    case 'starConversation': {
      const users = present(action.users, known)
      return users.length === 0 ? { refused: 'gone' } : { effects: [{ kind: 'star', sequence, users }] }
    }
    case 'addNote':
      return { effects: [{ kind: 'addNote', sequence, text: action.text, mentions: present(action.mentions, known) }] }
    case 'handToChatbot':
      return handToChatbot(action, { facts, known, about })
  }
}

/** A chatbot texts the patient, and never where a person has the conversation. */
function handToChatbot(
  { sequence, flowId }: ActionOf<'handToChatbot'>,
  { facts, known, about }: Pick<StepContext, 'facts' | 'known' | 'about'>,
): Done {
  if (!known.flows.includes(flowId)) return { refused: 'gone' }
  const refused = textRefusal(facts, about)
  if (refused !== null) return { refused }
  if ((facts.conversation?.assignee ?? null) !== null) return { refused: 'taken' }
  return { effects: [{ kind: 'handToChatbot', sequence, flowId, mode: about.isAnswer ? 'answer' : 'unasked' }] }
}

/** Staff who left are neither assigned nor told. */
function present(ids: readonly string[], { staff }: Known): string[] {
  return ids.filter((id) => staff.some((one) => one.id === id))
}

/** The one with the fewest open conversations, then by name. */
function freest(ids: readonly string[], { staff }: Known): string | undefined {
  const there = staff.filter(({ id }) => ids.includes(id))
  const [first] = there.toSorted(
    (one, other) =>
      one.openConversations - other.openConversations ||
      one.name.localeCompare(other.name) ||
      (one.id < other.id ? -1 : 1),
  )
  return first?.id
}

function notify({ sequence, users, to, text }: ActionOf<'notifyStaff'>, { facts, known }: StepContext): Done {
  const { assignee = null } = facts.conversation ?? {}
  const supervisors = known.staff.flatMap(({ id, isSupervisor }) => (isSupervisor ? [id] : []))
  const asked = users ?? (to === 'supervisors' ? supervisors : assignee === null ? [] : [assignee])
  const told = present(asked, known)
  return told.length === 0 ? { refused: 'gone' } : { effects: [{ kind: 'notify', sequence, users: told, text }] }
}

function wordsOf({ text, templateId }: Words, { templates }: Known) {
  return text === null ? templates.find(({ id }) => id === templateId) : { subject: null, text }
}

function sendSms(action: ActionOf<'sendSms'>, { facts, known, about }: StepContext): Done {
  const { sequence } = action
  const words = wordsOf(action, known)
  if (words === undefined) return { refused: 'gone' }
  const refused = textRefusal(facts, about)
  if (refused === 'machine' && facts.number?.machineUntil === null && isMachine(facts))
    return { refused, effects: [{ kind: 'endForNumber', sequence, until: facts.at + MACHINE_MS }] }
  if (refused !== null) return { refused }
  const filled = filledText(words.text, facts)
  if ('refused' in filled) return filled
  const { segments } = segmentsOf(filled.text)
  return {
    effects: [{ kind: 'sendSms', sequence, text: filled.text, mode: about.isAnswer ? 'answer' : 'unasked', segments }],
  }
}

function sendEmail(action: ActionOf<'sendEmail'>, { facts, known }: StepContext): Done {
  const { patient } = facts
  if (patient === null || !patient.email) return { refused: 'no_channel' }
  if (patient.deceased) return { refused: 'deceased' }
  if (!patient.takesEmail) return { refused: 'opted_out' }
  const words = wordsOf(action, known)
  if (words === undefined) return { refused: 'gone' }
  const own = { ...facts, number: null }
  const subject = filledText(action.subject, own, MAIL_SUBJECT_MAX)
  const text = filledText(words.text, own, MAIL_CONTENT_MAX)
  if ('refused' in subject) return subject
  if ('refused' in text) return text
  return { effects: [{ kind: 'sendEmail', sequence: action.sequence, subject: subject.text, text: text.text }] }
}
