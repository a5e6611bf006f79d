/** The interface through which modules react to a patient's message, in the transaction that stores it. */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Change, ChangeSet } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import type { Consent } from '../consent/consent.ts'
import type { ClinicSettings } from '../organizations/organizations.ts'
import type { Member } from '../patients/named-member.rules.ts'
import type { AutomaticText, Prepared } from './automatic.ts'
import type { Answer } from './conversation-change.ts'
import type { ConversationState } from './conversations.rules.ts'
import { reacting, type StepName } from './inbound-order.rules.ts'
import type { CampaignOfMessage } from './messages.rules.ts'

/** A patient's message that is about to be stored. Its conversation is locked. */
export interface ArrivingMessage {
  /** The conversation without the message. */
  readonly conversation: ConversationState
  /** The id under which it is stored. */
  readonly id: string
  readonly body: string
  /** Whether pictures or other files came with it. */
  readonly hasFiles: boolean
  /** The number of pictures among them. */
  readonly pictures: number
  /** The consent of the sender's number; a chat visitor counts as subscribed. */
  readonly consent: Consent
  /** The patients of the number, if several share it. */
  readonly sharing: readonly Member[]
  /** By the carrier's clock if the message is delayed, which may be ahead of `now`. */
  readonly sentAt: Date
  /** True if reconciliation found the message, because the carrier did not deliver it at once. */
  readonly isDelayed: boolean
  /** Whether an automatic answer is still in time. */
  readonly mayAnswer: boolean
  /** Whether a staff member is chatting with the patient now. */
  readonly isAttended: boolean
  readonly now: Date
  /** The clinic's settings, read once for all messages of the transaction. */
  readonly settings: Promise<ClinicSettings>
}

interface Reaction {
  /** The changed conversation, if the step changes it. */
  readonly conversation?: ConversationState
  /** History entries that do not follow from the conversation, for it and for those in `alsoShown`. */
  readonly also?: readonly HistoryChange[]
  /** History entries of this conversation alone. */
  readonly own?: readonly HistoryChange[]
  /** Other conversations, locked, whose list items change too. */
  readonly alsoShown?: readonly ConversationState[]
  /** Events that are appended before the conversation's, because it shows what they change. */
  readonly shown?: readonly (Change | ChangeSet)[]
  /** Further events, appended after the message. */
  readonly entries?: readonly (Change | ChangeSet)[]
  /** The patient whom the message is about, if it is one. */
  readonly about?: string | null
  /** The campaign that the message answers. */
  readonly campaign?: CampaignOfMessage | null
  /** The messages so far, with this one, need no answer. */
  readonly settles?: boolean
}

/** A message is answered only by the step that claims it. */
interface Claim extends Reaction {
  readonly answer?: PreparedAnswer | null
  /** What a chatbot says further in the same step, and its note. Each has the conversation after those before it. */
  readonly more?: readonly Answer[]
}

export type PreparedAnswer = Prepared & { readonly kind: AutomaticText['kind'] | 'after_hours' }

/** `react` gets the conversation with the message and with the changes of earlier steps. */
export type Considered =
  | { readonly verdict: 'ignores' }
  | { readonly verdict: 'passes'; react(conversation: ConversationState): Promise<Reaction> }
  | { readonly verdict: 'claims'; react(conversation: ConversationState): Promise<Claim> }

export const IGNORED: Considered = { verdict: 'ignores' }

export interface InboundStep {
  readonly name: StepName
  /** Decides and writes nothing; only `react` writes. */
  consider(
    tx: Tx,
    parts: Pick<Services, 'config' | 'newId'>,
    message: ArrivingMessage,
  ): Considered | Promise<Considered>
  /**
   * Reads what the step needs about arriving texts. It is sent together with the locks of their conversations, so that it
   * costs no wait. Returns the step that considers these texts.
   */
  ahead?(tx: Tx, texts: ArrivingTexts): Promise<InboundStep>
  /**
   * A query of the ids of patients whose conversations `react` may lock. They are locked together with those of the texts:
   * one by one they could deadlock.
   */
  locksOf?(texts: ArrivingTexts): RawBuilder<string>
  /** If it fails, the message is stored without it. */
  readonly isOptional?: boolean
}

export interface ArrivingTexts {
  readonly organizationId: string
  readonly texts: readonly { readonly from: string; readonly body: string }[]
  readonly now: Date
}

/** The steps that consider these texts. */
export function stepsAhead(
  tx: Tx,
  inboundSteps: readonly InboundStep[],
  texts: ArrivingTexts,
): Promise<readonly InboundStep[]> {
  return Promise.all(inboundSteps.map((step) => step.ahead?.(tx, texts) ?? step))
}

/** The combined reactions of all steps. */
export interface Reactions extends Required<Reaction> {
  readonly answer: PreparedAnswer | null
  readonly more: readonly Answer[]
}

/** Asks all steps about the message and returns their verdicts in order. The steps' reads are sent together. */
export async function considerAll(
  tx: Tx,
  { inboundSteps, ...services }: Pick<Services, 'config' | 'newId'> & { readonly inboundSteps: readonly InboundStep[] },
  message: ArrivingMessage,
): Promise<readonly Considered[]> {
  return Promise.all(inboundSteps.map((step) => step.consider(tx, services, message)))
}

/** `received` is the conversation with the message in it. */
export async function reactInOrder(considered: readonly Considered[], received: ConversationState): Promise<Reactions> {
  let all: Reactions = {
    ...{ conversation: received, also: [], own: [], alsoShown: [], shown: [], entries: [] },
    ...{ about: null, campaign: null, settles: false, answer: null, more: [] },
  }
  for (const one of reacting(considered)) {
    const {
      conversation = all.conversation,
      also = [],
      own = [],
      alsoShown = [],
      shown = [],
      entries = [],
      about = null,
      campaign = null,
      settles = false,
      ...claim
    }: Claim = await one.react(all.conversation)
    all = {
      conversation,
      also: [...all.also, ...also],
      own: [...all.own, ...own],
      alsoShown: [...all.alsoShown, ...alsoShown.filter(({ id }) => all.alsoShown.every((one) => one.id !== id))],
      shown: [...all.shown, ...shown],
      entries: [...all.entries, ...entries],
      about: about ?? all.about,
      campaign: campaign ?? all.campaign,
      settles: all.settles || settles,
      answer: claim.answer ?? all.answer,
      more: claim.more ?? all.more,
    }
  }
  return all
}
