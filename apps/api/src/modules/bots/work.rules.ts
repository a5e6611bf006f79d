/** Actions of a flow that are done in the transaction of their step, by the rules that the staff's changes have. */
import { type Answer, type Answers, answerOf, type Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { ActionSettings } from '@foyer/contracts/chatbot/flow.ts'
import { localActions } from '@foyer/contracts/chatbot/limits.rules.ts'
import { filledWords } from '@foyer/contracts/chatbot/words.rules.ts'
import { fold } from '@foyer/contracts/fold.rules.ts'
import {
  type ClosingStatus,
  closingStatuses,
  type RequestType,
  requestTypes,
} from '@foyer/contracts/inbox/conversation.ts'
import { oneLine } from '@foyer/contracts/outreach/moment-words.rules.ts'
import type { ChangeSet } from '../../events/append.ts'
import type { BotFile } from '../chatbot/chatbot.ts'
import { ask, assign, type ConversationState, close } from '../conversations/conversations.rules.ts'
import type { PatientEdit } from '../patients/patient-fields.rules.ts'
import type { Asking } from './bots.tables.ts'

const LOCAL: ReadonlySet<string> = new Set(localActions)

export function isLocalAction({ do: what }: ActionSettings): boolean {
  return LOCAL.has(what)
}

export interface Done {
  readonly conversation: ConversationState
  readonly notes: readonly string[]
  /** Fields of the verified patient that are written at the end of the turn. */
  readonly fields: PatientEdit
  /** The patient for whom the session is verified. */
  readonly verifiedAs: string | null
  /** The files that the turn sends. */
  readonly files: readonly BotFile[]
  /** The question of the action that stands. */
  readonly asking: Asking | null
  /** Changes of visits and patients, to be told before the conversation, and the other conversations that show them. */
  readonly shown: readonly ChangeSet[]
  readonly alsoShown: readonly ConversationState[]
}

/** With changes of the patient's visits or record. */
export function withVisit(
  done: Done,
  { changes, shownBy }: { readonly changes: readonly ChangeSet[]; readonly shownBy: readonly ConversationState[] },
): Done {
  const known = new Set([done.conversation, ...done.alsoShown].map(({ id }) => id))
  const others = changes.length === 0 ? [] : shownBy.filter(({ id }) => !known.has(id))
  return { ...done, shown: [...done.shown, ...changes], alsoShown: [...done.alsoShown, ...others] }
}

interface Known {
  readonly answers: Answers
  readonly facts: Facts
  /** The member of the staff whom the action assigns, if it does. */
  readonly assignee: string | null
  /** The file that the action sends, if it does. */
  readonly file: BotFile | null
}

/** Null if it can't be done: the flow then goes on at `failed`. */
export function doLocally(done: Done, action: ActionSettings, { answers, facts, assignee, file }: Known): Done | null {
  const { conversation, notes } = done
  switch (action.do) {
    case 'setRequestType':
      return isRequestType(action.requestType) ? { ...done, conversation: ask(conversation, action.requestType) } : null
    case 'assign':
      return assignee === null ? null : { ...done, conversation: assign(conversation, assignee) }
    case 'close':
      return isClosing(action.status) ? { ...done, conversation: close(conversation, action.status) } : null
    case 'addNote': {
      const text = filledWords(action.note ?? '', answers, facts).trim()
      return text === '' ? done : { ...done, notes: [...notes, text] }
    }
    case 'sendFile':
      return file === null ? null : { ...done, files: [...done.files, file] }
    case 'saveField':
      return saveField(done, action, { answers, facts })
    default:
      return null
  }
}

/** The answer of a patient who is not verified stands in the note of the hand-over alone. */
function saveField(
  done: Done,
  { field, key }: Extract<ActionSettings, { do: 'saveField' }>,
  { answers, facts }: Pick<Known, 'answers' | 'facts'>,
): Done | null {
  if (!facts.verified || done.conversation.patientId === null) return done
  const answer = answerOf(answers, key)
  const value = answer && fieldValue(field, answer)
  if (value === undefined || value === null) return null
  return { ...done, fields: { ...done.fields, [field]: value } }
}

const CONTACTS: Readonly<Record<string, 'text' | 'call' | 'email'>> = {
  ...{ text: 'text', texts: 'text', sms: 'text', 'text message': 'text', texto: 'text', mensaje: 'text' },
  ...{ call: 'call', phone: 'call', 'phone call': 'call', llamada: 'call', telefono: 'call' },
  ...{ email: 'email', 'e-mail': 'email', mail: 'email', correo: 'email' },
}
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/

/** Null if the answer is no value of the field. */
function fieldValue(
  field: Extract<ActionSettings, { do: 'saveField' }>['field'],
  { value, label }: Answer,
): string | null {
  const said = [String(value), label].map((one) => oneLine(one))
  switch (field) {
    case 'email':
      return said.find((one) => EMAIL.test(one)) ?? null
    case 'preferredContact':
      return said.flatMap((one) => CONTACTS[fold(one)] ?? [])[0] ?? null
    case 'insuranceType':
      return said[1] || null
  }
}

export function isRequestType(value: string | null | undefined): value is RequestType {
  return requestTypes.some((known) => known === value)
}

function isClosing(value: string): value is ClosingStatus {
  return closingStatuses.some((known) => known === value)
}
