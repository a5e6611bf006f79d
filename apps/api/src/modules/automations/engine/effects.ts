/**
 * Carries out the effects of runs in a conversation that is locked, in the ways of the staff, and without an author. What they
 * write is staged, and appended once for all runs of a cause.
 */
import type { Effect, EffectOf } from '@foyer/contracts/automations/effects.rules.ts'
import type { ConversationFacts, Facts } from '@foyer/contracts/automations/facts.rules.ts'
import type { RefusalWord } from '@foyer/contracts/automations/step-words.rules.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Change, ChangeSet } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { confirmVisit } from '../../appointments/appointments.ts'
import { handToBot, takeFromBot } from '../../bots/bots.ts'
import * as rules from '../../conversations/conversations.rules.ts'
import { conversationChange, type NotMade, prepareAutomatic, stageMessage } from '../../conversations/conversations.ts'
import { automaticMessage } from '../../conversations/messages.rules.ts'
import { snooze } from '../../inbox/snooze/snooze.rules.ts'
import { addMail, countMail } from '../../messaging/messaging.ts'
import { addNotices } from '../../notices/notices.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { lockOwner } from '../../patients/patients.ts'

export type EffectServices = Pick<Services, 'config' | 'newId'>

/** The run whose effects are carried out. */
export interface Acting {
  readonly runId: string
  readonly automationId: string
  readonly name: string
  /** The automations that led to it, itself last. */
  readonly chain: readonly string[]
}

/** The outcome of an effect: the text that it sent, or the word that refused it after all. */
export interface Carried {
  readonly refused: RefusalWord | null
  readonly messageId: string | null
}

export interface Scene {
  readonly organizationId: string
  /** The locked conversation; null if there is none yet. */
  readonly conversation: rules.ConversationState | null
  readonly patientId: string | null
  /** The number of the patient, in which a text begins a conversation. */
  readonly phoneNumber: string | null
  readonly email: string | null
  readonly now: Date
}

interface Mark {
  readonly staged: rules.ConversationState | null
  readonly now: rules.ConversationState | null
  readonly history: readonly HistoryChange[]
  readonly later: readonly (Change | ChangeSet)[]
  readonly changes: number
  readonly confirmed: number
}

const REFUSED: Readonly<Record<NotMade, RefusalWord>> = {
  no_channel: 'no_channel',
  not_enabled: 'no_number',
  unwelcome: 'opted_out',
  no_number: 'no_number',
  over_limit: 'over_limit',
}
const DONE: Carried = { refused: null, messageId: null }
const refusedAs = (refused: RefusalWord): Carried => ({ refused, messageId: null })

export class Effects {
  readonly #tx: Tx
  readonly #parts: EffectServices
  readonly #scene: Scene
  /** The conversation as the staged changes leave it, and as the effects that are not staged yet do. */
  #staged: rules.ConversationState | null
  #now: rules.ConversationState | null
  #history: HistoryChange[] = []
  #later: (Change | ChangeSet)[] = []
  readonly #changes: (Change | ChangeSet)[] = []
  readonly #confirmed: { readonly appointmentId: string; readonly chain: readonly string[] }[] = []

  constructor(tx: Tx, parts: EffectServices, scene: Scene) {
    this.#tx = tx
    this.#parts = parts
    this.#scene = scene
    this.#staged = scene.conversation
    this.#now = scene.conversation
  }

  get conversationId(): string | null {
    return this.#now?.id ?? null
  }

  /** The facts of the conversation as the effects so far leave it: more than the rules of the effects can tell. */
  conversationFacts({ conversation }: Pick<Facts, 'conversation'>): ConversationFacts | null {
    const now = this.#now
    // One that no list shows is none.
    if (now === null || now.isQuiet) return conversation
    const { status, requestType, channel, staffAssigned, feedback, waitingSince, snoozedUntil } = now
    return {
      ...{ status, requestType, channel, assignee: staffAssigned[0] ?? null, unread: now.unreadCount > 0, feedback },
      ...{ waitingSince: waitingSince?.getTime() ?? null, snoozedUntil: snoozedUntil?.getTime() ?? null },
      isReachable: channel === 'sms' || (conversation?.isReachable ?? false),
    }
  }

  /** The effects so far, for a turn that may be taken back. */
  mark(): Mark {
    const [changes, confirmed] = [this.#changes.length, this.#confirmed.length]
    const [history, later] = [[...this.#history], [...this.#later]]
    return { staged: this.#staged, now: this.#now, history, later, changes, confirmed }
  }

  /** Forgets what was done since. */
  takeBack({ staged, now, history, later, changes, confirmed }: Mark): void {
    this.#staged = staged
    this.#now = now
    this.#history = [...history]
    this.#later = [...later]
    this.#changes.length = changes
    this.#confirmed.length = confirmed
  }

  async carryOut(effect: Effect, acting: Acting): Promise<Carried> {
    if (effect.kind === 'sendSms') return this.#sendSms(effect, acting)
    if (effect.kind === 'sendEmail') return this.#sendEmail(effect)
    if (effect.kind === 'notify') return this.#notify(effect, acting)
    if (effect.kind === 'confirmVisit') {
      this.#confirmed.push({ appointmentId: effect.appointmentId, chain: acting.chain })
      return DONE
    }
    if (effect.kind === 'endForNumber') this.#endForNumber(effect)
    const before = this.#now
    if (before === null) return refusedAs('no_channel')
    if (effect.kind === 'addNote') return this.#addNote(before, effect, acting)
    if (effect.kind === 'handToChatbot') return this.#handToChatbot(before, effect, acting)
    const after = changed(before, effect)
    if (after === null) return refusedAs('gone')
    this.#now = before.bot === null || after.bot !== null ? after : await this.#withoutBot(before, effect)
    return DONE
  }

  async #withoutBot(before: rules.ConversationState, effect: InConversation): Promise<rules.ConversationState> {
    const { conversation, own } = await takeFromBot(this.#tx, { conversation: before, now: this.#scene.now })
    this.#history.push(...own)
    return changed(conversation, effect) ?? conversation
  }

  /** Stages what the effects of one run changed. */
  endRun(acting: Acting): void {
    this.#stage(acting)
    this.#changes.push(...this.#later)
    this.#later = []
  }

  #stage(acting: Acting): void {
    const [before, after, also] = [this.#staged, this.#now, this.#history]
    if (after !== null && (before !== after || also.length > 0)) {
      const happened = { before, after, now: this.#scene.now, also, ...saidBy(acting) }
      this.#changes.push(...conversationChange(this.#tx, happened))
      this.#keep(after)
    }
    this.#history = []
  }

  /** A quiet conversation is one that lists show from its first staged change on. */
  #keep(after: rules.ConversationState): void {
    this.#now = rules.listed(after)
    this.#staged = this.#now
  }

  /** The staged changes, to be appended last. Confirmed visits are told before them. */
  async end(): Promise<readonly (Change | ChangeSet)[]> {
    const { organizationId, now } = this.#scene
    for (const visit of this.#confirmed) await confirmVisit(this.#tx, { organizationId, now, ...visit })
    return this.#changes
  }

  async #sendSms(effect: EffectOf<'sendSms'>, acting: Acting): Promise<Carried> {
    const { now } = this.#scene
    const conversation = await this.#toText()
    if (conversation === null) return refusedAs('no_number')
    const prepared = await prepareAutomatic(this.#tx, this.#parts, conversation, {
      ...{ body: effect.text, kind: effect.mode === 'answer' ? 'answer' : 'proactive', origin: 'automation', now },
      via: viaOf(acting),
    })
    if (prepared.outcome !== 'made') return refusedAs(REFUSED[prepared.outcome])
    const { after, message } = prepared.answer
    const { patientId } = this.#scene
    // A family may share a number: the text is filed under the patient it is about.
    const filed = { ...message, patientId: patientId === after.patientId ? null : patientId }
    this.#stageMessage({ after, message: filed }, acting)
    return { refused: null, messageId: message.id }
  }

  /** The conversation of a text. One that no list shows yet gets its patient, as a new one does. */
  async #toText(): Promise<rules.ConversationState | null> {
    const { organizationId, patientId, phoneNumber: sender, now } = this.#scene
    if (this.#now !== null && !this.#now.isQuiet) return this.#now
    if (sender === null) return null
    const begun = this.#now ?? rules.begin({ id: this.#parts.newId(), organizationId, sender, at: now })
    if (patientId === null) return begun
    return rules.linkOwner(begun, await lockOwner(this.#tx, organizationId, patientId))
  }

  #addNote(before: rules.ConversationState, effect: EffectOf<'addNote'>, acting: Acting): Carried {
    const { organizationId, now } = this.#scene
    const createdAt = rules.momentIn(before, now)
    const made = { id: this.#parts.newId(), organizationId, conversationId: before.id, createdAt }
    const words = { body: effect.text, origin: 'automation', via: viaOf(acting) } as const
    const text = automaticMessage(made, words, before.channel)
    const message = { ...text, private: true, mentions: effect.mentions, status: 'sent' } as const
    this.#stageMessage({ after: rules.note(before, effect.text, null, createdAt), message }, acting)
    this.#tell(effect.mentions, { kind: 'mention', conversationId: before.id, subjectId: made.id, text: effect.text })
    return { refused: null, messageId: message.id }
  }

  async #handToChatbot(
    before: rules.ConversationState,
    { flowId, mode }: EffectOf<'handToChatbot'>,
    acting: Acting,
  ): Promise<Carried> {
    this.#stage(acting)
    const { now } = this.#scene
    const handing = { conversation: this.#now ?? before, flowId, isUnasked: mode === 'unasked', now, ...saidBy(acting) }
    const handed = await handToBot(this.#tx, this.#parts, handing)
    if ('refused' in handed) return refusedAs(handed.refused)
    this.#changes.push(...handed.changes)
    this.#keep(handed.conversation)
    return { refused: null, messageId: handed.messageId }
  }

  #stageMessage(answer: Pick<Parameters<typeof stageMessage>[1], 'after' | 'message'>, acting: Acting): void {
    const { now } = this.#scene
    const also = this.#history
    const happened = { ...answer, before: this.#staged, now, also, ...saidBy(acting) }
    this.#changes.push(...stageMessage(this.#tx, happened).changes)
    this.#history = []
    this.#keep(answer.after)
  }

  async #sendEmail({ subject, text }: EffectOf<'sendEmail'>): Promise<Carried> {
    const { organizationId, patientId, email: address, now: createdAt } = this.#scene
    const { config, newId } = this.#parts
    if (config.email === null || address === null) return refusedAs('no_channel')
    const { timezone } = await readClinic(this.#tx, organizationId)
    const day = dayIn(createdAt, timezone)
    if (!(await countMail(this.#tx, { organizationId, day, limit: config.emailDailyLimit })))
      return refusedAs('over_limit')
    const [mailId, conversationId] = [newId(), this.#now?.id ?? null]
    const mail = { organizationId, mailId, conversationId, patientId, address, subject, content: text, createdAt }
    addMail(this.#tx, { ...mail, author: null, origin: 'automation' })
    if (conversationId !== null) this.#history.push({ kind: 'email', mailId, status: 'queued' })
    return { refused: null, messageId: mailId }
  }

  #notify({ users, text }: EffectOf<'notify'>, { runId }: Acting): Carried {
    this.#tell(users, { kind: 'automation', conversationId: this.conversationId, subjectId: runId, text })
    return DONE
  }

  #tell(users: readonly string[], notice: Omit<Parameters<typeof addNotices>[2][number], 'userId'>): void {
    const { organizationId, now: at } = this.#scene
    const notices = users.map((userId) => ({ ...notice, userId }))
    this.#later.push(...addNotices(this.#tx, { organizationId, by: null, at }, notices))
  }

  #endForNumber({ until }: EffectOf<'endForNumber'>): void {
    const { organizationId, phoneNumber } = this.#scene
    if (phoneNumber !== null) endForNumber(this.#tx, { organizationId, phoneNumber, until: new Date(until) })
  }
}

/** A change has the automation as its author, and leads to what it causes. */
function saidBy(acting: Acting) {
  return { by: null, via: viaOf(acting), chain: acting.chain, reason: `Automated · ${acting.name}` }
}

function viaOf({ automationId, name, runId }: Acting) {
  return { automationId, name, runId }
}

type InConversation = Exclude<
  Effect,
  { kind: 'sendSms' | 'sendEmail' | 'notify' | 'confirmVisit' | 'addNote' | 'handToChatbot' }
>

/** Null if the effect cannot be had: what would do it is not there, or the conversation forbids it. */
function changed(before: rules.ConversationState, effect: InConversation): rules.ConversationState | null {
  switch (effect.kind) {
    case 'assign':
      return rules.assign(before, effect.user)
    case 'markRequest':
      return rules.ask(before, effect.requestType)
    case 'setStatus':
      return rules.close(before, effect.status)
    case 'snooze':
      return before.status === 'resolved' ? null : snooze(before, new Date(effect.until))
    case 'star':
      return effect.users.reduce((state, user) => rules.star(state, user, 'star'), before)
    case 'endForNumber':
      return rules.markUnread(before)
    case 'startDrip':
      return null
  }
}

function endForNumber(
  tx: Tx,
  { organizationId, phoneNumber, until }: { organizationId: string; phoneNumber: string; until: Date },
): void {
  const values = { organization_id: organizationId, phone_number: phoneNumber, until }
  const insert = tx.insertInto('automation_numbers').values(values)
  const saved = insert.onConflict((conflict) =>
    conflict.columns(['organization_id', 'phone_number']).doUpdateSet({ until }),
  )
  sendUnawaited(tx, saved)
}
