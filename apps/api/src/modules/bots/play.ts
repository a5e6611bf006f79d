/** Plays a turn of a session in the transaction of what caused it: session, conversation, texts and note together. */
import { asksPatient } from '@foyer/contracts/chatbot/action-words.rules.ts'
import type { EndedAs } from '@foyer/contracts/chatbot/config.rules.ts'
import { titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { ActionSettings, Flow, FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import { deedOf, leavesToPerson } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import { languageAfter } from '@foyer/contracts/chatbot/language.rules.ts'
import { filledWords, introductionOf } from '@foyer/contracts/chatbot/words.rules.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { FlowMachine } from '@foyer/flow/machine.ts'
import type { Tx } from '../../db/tx.ts'
import type { ChangeSet } from '../../events/append.ts'
import { sendBotAudit } from '../../http/audit.ts'
import type { Services } from '../../services.ts'
import { stagePatientEdit } from '../charts/charts.ts'
import { type BotFile, findBotFile } from '../chatbot/chatbot.ts'
import type { Consent } from '../consent/consent.ts'
import { ask, assign, type ConversationState, close } from '../conversations/conversations.rules.ts'
import type { Addressee, Answer } from '../conversations/conversations.ts'
import { type ClinicSettings, isStaff } from '../organizations/organizations.ts'
import { answersOf } from './answers.rules.ts'
import { askAgainOf, turnOfAskingAgain } from './ask-once-more.ts'
import { afterSpeaking, isToIntroduce } from './begin.rules.ts'
import { factsOf } from './facts.rules.ts'
import { noteOf } from './note.rules.ts'
import { perform } from './perform.ts'
import { type Said, say } from './say.ts'
import { addPassages, type SessionState, saveSession } from './sessions.store.ts'
import { countInbound, freestOfRole, readStanding, type Standing } from './standing.store.ts'
import { textsOf } from './texts.rules.ts'
import { type Heard, type Turn, takeTurn } from './turn.ts'
import { type Done, isRequestType, withVisit } from './work.rules.ts'

export interface Playing {
  readonly made: FlowMachine
  readonly session: SessionState
  readonly heard: Heard
  /** The patient's words, which tell the language of the talk; null where time or the staff goes on. */
  readonly said: string | null
  /** Told instead of the machine's own ending, where a rule outside of the flow ended it. */
  readonly endsAs?: EndedAs
  /** With the message that is heard, if there is one. */
  readonly conversation: ConversationState
  /** Without it: while the assistant has the conversation, nothing is unread and nobody waits. */
  readonly before: ConversationState
  readonly standing: Standing
  /** The consent of the number as this transaction read it; null if it did not. */
  readonly smsStatus: Consent['smsStatus'] | null
  readonly clinic: ClinicSettings
  /** A staff member who began it; null for the patient and for time. */
  readonly isUnasked: boolean
  readonly now: Date
}

export interface Played {
  readonly conversation: ConversationState
  readonly own: readonly HistoryChange[]
  readonly answers: readonly Answer[]
  /** Changes of visits and patients, told before the conversation, and the other conversations that show them. */
  readonly shown: readonly ChangeSet[]
  readonly alsoShown: readonly ConversationState[]
  /** Needs no answer of a person. */
  readonly settles: boolean
  readonly endedAs: EndedAs | null
}

type Parts = Pick<Services, 'config' | 'newId'>

export async function play(tx: Tx, parts: Parts, playing: Playing): Promise<Played> {
  const { made, session, heard, conversation, standing, clinic, now } = playing
  const { flow } = made
  const { organizationId } = conversation
  const assistantName = flow.settings.assistantName ?? flow.name
  const language = languageAfter(flow, playing.said ?? '', session.language)
  const known = { clinic, assistantName, language, now }
  const facts = factsOf({ ...known, conversation, standing, verifiedAs: session.verifiedAs })
  const acting = {
    ...{ tx, parts, flow, sessionId: session.id, zone: facts.zone, now },
    factsOf: async (about: ConversationState, verifiedAs: string | null) =>
      factsOf({
        ...{ ...known, verifiedAs, conversation: about },
        standing: await readStanding(tx, about, { body: '', now }),
      }),
  }
  const done = doneBefore(session, conversation)
  const again = askAgainOf(heard.type)
  const turn =
    again === null
      ? await takeTurn(made, session.snapshot, heard, {
          ...{ facts, done },
          assigneeOf: (action) => assigneeOf(tx, organizationId, action),
          fileOf: (action) => fileOf(tx, organizationId, action),
          perform: (work, current) => perform(acting, work, current),
        }).then((taken) => writeFields(tx, taken, { sessionId: session.id, now }))
      : turnOfAskingAgain(made, session, { facts, done, due: again })
  const answers = turn.snapshot.context.answers
  const isUnknown = isToIntroduce(session, standing, playing.said !== null)
  const introduction = isUnknown ? filledWords(introductionOf(flow, language), answers, turn.facts) : null
  const how = { channel: conversation.channel, language: turn.facts.language, introduction }
  const texts = textsOf(turn.says, how).map((text) => ({ ...text, isUnasked: text.isUnasked || playing.isUnasked }))
  const files = new Map(turn.done.files.map((file) => [file.id, file]))
  const via = { flowId: session.flowId, name: assistantName, sessionId: session.id }
  // Sent with the first statement of the texts.
  const counting = turn.ended === null ? null : countInbound(tx, conversation, session.startedAt)
  const [said, counted] = await Promise.all([
    say(tx, parts, turn.done.conversation, { texts, files, via, addressee: addresseeOf(playing), now }),
    counting,
  ])
  const endedAs = said.failure ?? (turn.ended === null ? null : (playing.endsAs ?? turn.ended.as))
  const after = afterTurn(session, turn, { endedAs, said, isIntroduced: isUnknown, heard, now })
  const node = flow.nodes.find(({ id }) => id === after.nodeId)
  saveSession(tx, after, endedAs === null ? dueAfter(turn, node, said) : null)
  addTold(tx, session, after, turn, now)
  const left =
    endedAs === null
      ? kept(turn.done.conversation, playing.before, after, flow)
      : await leave(tx, turn, { playing, endedAs, counted })
  return composed({ left, said, turn, playing, after, endedAs, via, newId: parts.newId })
}

/** A patient is silent from when the text may leave; the end of a wait is told no sooner than the text before it. */
function dueAfter({ due }: Turn, node: FlowNode | undefined, { heldMs }: Said): number | null | undefined {
  if (due === undefined || due === null) return due
  return node?.kind === 'wait' ? Math.max(due.afterMs, heldMs) : due.afterMs + heldMs
}

function addresseeOf({ smsStatus, standing, clinic }: Playing): Addressee | null {
  return smsStatus === null ? null : { smsStatus, isDeceased: standing.isDeceased, clinic: clinic.clinic }
}

function doneBefore({ verifiedAs, asking }: SessionState, conversation: ConversationState): Done {
  return { conversation, notes: [], fields: {}, verifiedAs, asking, files: [], shown: [], alsoShown: [] }
}

/** Writes what the verified patient told for their record, and tells the staff of it by a note. */
async function writeFields(
  tx: Tx,
  turn: Turn,
  { sessionId, now }: { readonly sessionId: string; readonly now: Date },
): Promise<Turn> {
  const { done } = turn
  const { organizationId, patientId, id: conversationId } = done.conversation
  const fields = Object.entries(done.fields)
  if (fields.length === 0 || patientId === null) return turn
  const staged = await stagePatientEdit(tx, { organizationId, patientId, now }, done.fields)
  if (staged === null) return turn
  if (staged.changes.length > 0)
    sendBotAudit(tx, {
      ...{ deed: 'chatbot save-field', organizationId, id: sessionId },
      subject: { patientId, conversationId },
    })
  const written = fields.map(([field, value]) => `${FIELD_LABELS[field] ?? field}: ${value}`)
  const notes = [...done.notes, `Written to the patient's record, verified: ${written.join('; ')}`]
  return { ...turn, done: { ...withVisit(done, staged), notes } }
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  ...{ email: 'email', preferredContact: 'preferred contact', insuranceType: 'insurance' },
}

async function assigneeOf(tx: Tx, organizationId: string, action: ActionSettings): Promise<string | null> {
  if (action.do !== 'assign') return null
  if (action.role !== undefined) return freestOfRole(tx, organizationId, action.role)
  const { user } = action
  return user !== undefined && (await isStaff(tx, organizationId, [user])) ? user : null
}

async function fileOf(tx: Tx, organizationId: string, action: ActionSettings): Promise<BotFile | null> {
  if (action.do !== 'sendFile') return null
  return (await findBotFile(tx, { organizationId, fileId: action.fileId })) ?? null
}

interface Taken {
  readonly endedAs: EndedAs | null
  readonly said: Said
  /** The first of the texts introduces the assistant. */
  readonly isIntroduced: boolean
  readonly heard: Heard
  readonly now: Date
}

function afterTurn(
  session: SessionState,
  turn: Turn,
  { endedAs, said, isIntroduced, heard, now }: Taken,
): SessionState {
  const messageIds = said.messages.map(({ id }) => id)
  const { channel } = turn.done.conversation
  const { tries } = turn.snapshot.context
  const isMissed = heard.type === 'REPLY' && turn.nodeId === session.nodeId && tries > session.snapshot.context.tries
  return {
    ...session,
    ...{ snapshot: turn.snapshot, nodeId: nodeAfter(session, turn), step: session.step + 1 },
    since: turn.nodeId === session.nodeId && turn.passed.length === 0 ? session.since : now,
    ...{ verified: turn.facts.verified, language: turn.facts.language, verifiedAs: turn.done.verifiedAs },
    asking: endedAs === null && turn.done.asking?.nodeId === turn.nodeId ? turn.done.asking : null,
    ...afterSpeaking(session, { messageIds, channel, now }),
    introducedIn: (isIntroduced ? messageIds[0] : undefined) ?? session.introducedIn,
    notUnderstood: isMissed ? [...session.notUnderstood, heard.text].slice(-5) : session.notUnderstood,
    ...(turn.due !== undefined && { dueEvent: turn.due?.event ?? null }),
    ...(endedAs !== null && { endedAt: now, endedAs, dueEvent: null }),
  }
}

/** A session that ended without leaving a block, such as by the word for a person, ended where it stood. */
function nodeAfter(session: SessionState, { ended, passed, nodeId }: Turn): string | null {
  return ended !== null && passed.length === 0 && session.nodeId !== null ? session.nodeId : (nodeId ?? session.nodeId)
}

function addTold(tx: Tx, before: SessionState, after: SessionState, { passed }: Turn, now: Date): void {
  const left = passed.map(({ nodeId, port }, at) => ({
    ...{ nodeId, port, leftAt: now },
    enteredAt: at === 0 && nodeId === before.nodeId ? before.since : now,
  }))
  const last = after.endedAs !== null && after.nodeId !== null && after.nodeId !== passed.at(-1)?.nodeId
  const final = { nodeId: after.nodeId ?? '', port: null, enteredAt: after.since, leftAt: now }
  addPassages(tx, after, last ? [...left, final] : left)
}

/** The assistant has the conversation: its messages are neither unread nor waited for. */
function kept(
  conversation: ConversationState,
  before: ConversationState,
  session: SessionState,
  flow: Flow,
): ConversationState {
  const node = flow.nodes.find(({ id }) => id === session.nodeId)
  return {
    ...conversation,
    ...{ unreadCount: before.unreadCount, waitingSince: before.waitingSince },
    bot: {
      ...{ sessionId: session.id, flowId: session.flowId, name: flow.name, version: session.version },
      ...{ nodeId: session.nodeId ?? '', title: node === undefined ? '' : titleOf(node) },
      ...{ since: session.since.toISOString(), waitingFor: waitOf(node) },
    },
  }
}

function waitOf(node: FlowNode | undefined): 'patient' | 'time' | 'action' {
  if (node?.kind === 'wait') return 'time'
  return node?.kind === 'action' && node.settings && !asksPatient(node.settings) ? 'action' : 'patient'
}

interface Leaving {
  readonly playing: Playing
  readonly endedAs: EndedAs
  /** The patient's messages since the session began; null if they were not counted. */
  readonly counted: number | null
}

/** The conversation as the ended session leaves it. */
async function leave(tx: Tx, turn: Turn, { playing, endedAs, counted }: Leaving): Promise<ConversationState> {
  const { before, now, made, session } = playing
  const { conversation } = turn.done
  const node = made.nodes.get(turn.ended?.nodeId ?? '')
  const settings = node?.kind === 'handoff' || node?.kind === 'end' ? node.settings : undefined
  const wish = settings?.requestType
  const asked = isRequestType(wish) ? ask(conversation, wish) : conversation
  const free = { ...asked, bot: null }
  if (endedAs === 'finished') {
    const quiet = { ...free, unreadCount: before.unreadCount, waitingSince: before.waitingSince }
    return node?.kind === 'end' && node.settings?.close === true ? close(quiet, 'resolved') : quiet
  }
  const isAnswered = Object.keys(turn.snapshot.context.answers).length > 0
  if (!leavesToPerson(endedAs) && !(endedAs === 'silent' && isAnswered))
    return { ...free, unreadCount: before.unreadCount, waitingSince: before.waitingSince }
  const to = node?.kind === 'handoff' ? await handTo(tx, free.organizationId, node.settings?.to ?? null) : null
  const stored = counted ?? (await countInbound(tx, free, session.startedAt))
  // The message that is heard is not stored yet.
  const written = stored + (conversation.unreadCount > before.unreadCount ? 1 : 0)
  const unreadCount = Math.max(1, before.unreadCount + written)
  const waitingSince = endedAs === 'silent' ? before.waitingSince : (free.waitingSince ?? now)
  return { ...(to === null ? free : assign(free, to)), unreadCount, waitingSince }
}

/** A staff member, the freest member of a role, or nobody. */
async function handTo(tx: Tx, organizationId: string, to: string | null): Promise<string | null> {
  if (to === null) return null
  return (await isStaff(tx, organizationId, [to])) ? to : freestOfRole(tx, organizationId, to)
}

interface Composing {
  readonly left: ConversationState
  readonly said: Said
  readonly turn: Turn
  readonly playing: Playing
  readonly after: SessionState
  readonly endedAs: EndedAs | null
  readonly via: { readonly flowId: string; readonly name: string; readonly sessionId: string }
  newId(): string
}

function composed({ left, said, turn, playing, after, endedAs, via, newId }: Composing): Played {
  const { made, session, standing, now, before } = playing
  const about = { kind: 'bot' as const, flowId: session.flowId, name: made.flow.name, version: session.version }
  const own: HistoryChange[] = [
    ...(session.step === 0 ? [{ ...about, what: 'started' as const, why: null }] : []),
    ...(endedAs === null ? [] : [{ ...about, what: deedOf(endedAs), why: endedAs }]),
  ]
  const isLeft = endedAs !== null && left.unreadCount > before.unreadCount
  const patient = standing.patient && `${standing.patient.firstName} ${standing.patient.lastName}`.trim()
  const summary = isLeft
    ? noteOf({
        ...{ flow: made.flow, version: session.version, endedAs, answers: turn.snapshot.context.answers, patient },
        ...{ notUnderstood: after.notUnderstood, nodeId: after.nodeId },
      })
    : null
  const bodies = [...turn.done.notes, ...(summary === null ? [] : [summary])]
  const answers = answersOf(left, said.messages, { bodies, via, now, newId })
  const { shown, alsoShown } = turn.done
  return { conversation: left, own, answers, shown, alsoShown, settles: !isLeft, endedAs }
}
