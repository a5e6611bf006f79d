/** The kinds of actions: their own fields, their labels, and what each needs. */
import type { ClosingStatus, RequestType } from '../inbox/conversation.ts'
import type { ConditionItem } from './conditions.rules.ts'
import type { Duration } from './durations.rules.ts'
import type { Subject } from './triggers.rules.ts'

/** The words of a text or e-mail: written here, or those of a template. */
export type Words =
  | { readonly text: string; readonly templateId: null }
  | { readonly text: null; readonly templateId: string }

interface OwnFields {
  readonly sendSms: Words
  readonly sendEmail: Words & { readonly subject: string }
  /** One of both: a staff member, or the one of several who has the fewest open conversations. */
  readonly assignToStaff: { readonly user: string | null; readonly among: readonly string[] | null }
  readonly markRequest: { readonly requestType: RequestType }
  readonly closeConversation: { readonly status: ClosingStatus }
  readonly snoozeConversation: { readonly for: Duration }
  readonly starConversation: { readonly users: readonly string[] }
  readonly addNote: { readonly text: string; readonly mentions: readonly string[] }
  /** One of both: named users, or those of a role. */
  readonly notifyStaff: {
    readonly users: readonly string[] | null
    readonly to: 'assigned' | 'supervisors' | null
    readonly text: string
  }
  readonly markConfirmed: object
  readonly startDrip: { readonly campaignId: string }
  readonly handToChatbot: { readonly flowId: string }
  /** One of both: a time, or until the clinic opens. */
  readonly wait: { readonly for: Duration | null; readonly officeHours: boolean; readonly until: 'open' | null }
  readonly stop: object
}

/** Asked when the step's turn comes: the step is done if the conditions hold, or if they do not. */
export interface Guard {
  readonly holds: boolean
  readonly conditions: readonly ConditionItem[]
}

interface InOrder {
  readonly sequence: number
  readonly onlyIf: Guard | null
}

export type ActionKind = keyof OwnFields
export type ActionOf<Kind extends ActionKind> = Kind extends ActionKind
  ? { readonly kind: Kind } & OwnFields[Kind] & InOrder
  : never
export type Action = ActionOf<ActionKind>

interface ActionInfo {
  readonly label: string
  /** One of these has to be there; empty: nothing is needed. */
  readonly needs: readonly Subject[]
  /** The sentence for a trigger that has none of them. */
  readonly misfit: string
}

const TALK = { needs: ['conversation'], misfit: 'has no conversation' } as const
const NOTHING = { needs: [], misfit: '' } as const

export const ACTIONS: Readonly<Record<ActionKind, ActionInfo>> = {
  sendSms: { label: 'Text', needs: ['conversation', 'patient'], misfit: 'has nobody to text' },
  sendEmail: { label: 'Email', needs: ['patient'], misfit: 'has nobody to email' },
  assignToStaff: { label: 'Assign', ...TALK },
  markRequest: { label: 'Set request type', ...TALK },
  closeConversation: { label: 'Set status', ...TALK },
  snoozeConversation: { label: 'Snooze', ...TALK },
  starConversation: { label: 'Star', ...TALK },
  addNote: { label: 'Add a note', ...TALK },
  notifyStaff: { label: 'Notify staff', ...NOTHING },
  markConfirmed: { label: 'Mark confirmed', needs: ['visit'], misfit: 'has no visit' },
  startDrip: { label: 'Start a campaign', needs: ['patient'], misfit: 'has no patient' },
  handToChatbot: { label: 'Hand to a chatbot', ...TALK },
  wait: { label: 'Wait', ...NOTHING },
  stop: { label: 'Stop', ...NOTHING },
}

export const actionKinds = Object.keys(ACTIONS) as readonly ActionKind[]

export const ACTIONS_MAX = 10
/** The most characters of a text once it is filled. */
export const TEXT_MAX = 640
/** Placeholders may be longer than what fills them. */
export const WRITTEN_MAX = 1000
export const AMONG = { min: 2, max: 20 } as const
export const USERS_MAX = 20
export const NOTE_MAX = 1600
export const NOTICE_MAX = 200
