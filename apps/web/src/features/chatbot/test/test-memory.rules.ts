/** A talk with the assistant that nobody stores: who plays the patient, what was said, and the facts of each step. */
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import { isLocal } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import type { BotChannel, BotLanguage } from '@foyer/contracts/chatbot/limits.rules.ts'
import {
  asTextMessage,
  filledWords,
  introductionOf as introductionWords,
} from '@foyer/contracts/chatbot/words.rules.ts'
import type { FlowEvent, FlowMachine } from '@foyer/flow/machine.ts'
import type { SessionSnapshot, Step, Work } from '@foyer/flow/run.ts'

export interface TestSettings {
  readonly who: 'visitor' | 'patient'
  readonly channel: BotChannel
  readonly language: BotLanguage
  readonly isOpen: boolean
  /** An instant in ISO 8601. */
  readonly at: string
}

export interface TestPlace {
  readonly clinic: string
  readonly zone: string
}

export interface TestLine {
  readonly id: number
  readonly by: 'bot' | 'patient' | 'note'
  readonly text: string
  /** The answers that a visitor may press. */
  readonly choices: readonly string[]
  readonly nodeId: string | null
}

export interface TestContext {
  readonly flow: Flow
  readonly place: TestPlace
  readonly settings: TestSettings
  /** Null where the blocks lead to each other without a stop. */
  readonly made: FlowMachine | null
  readonly session: SessionSnapshot | null
  readonly nowMs: number
  readonly lines: readonly TestLine[]
  /** The block in which the talk stands. */
  readonly nodeId: string | null
  readonly due: { readonly event: string; readonly ms: number } | null
  /** An outside action that is answered by hand. */
  readonly work: Work | null
  /** The ports that were taken, as `block port`. */
  readonly taken: readonly string[]
  readonly onFile: boolean
  readonly verified: boolean
  /** The flow changed since the talk began. */
  readonly isOutdated: boolean
}

/** The patient who is made up for tests. */
const SOFIA: Readonly<Record<string, string>> = {
  'patient.firstName': 'Sofia',
  'patient.lastName': 'Marchetti',
  'patient.name': 'Sofia Marchetti',
  'visit.date': 'Tue, Nov 24',
  'visit.time': '9:30 AM',
  'visit.doctor': 'Dr. Osei',
  'visit.location': 'Northgate',
}

const DAY_MS = 86_400_000

export function factsOf({ flow, place, settings, nowMs, onFile, verified }: TestContext): Facts {
  const isPatient = settings.who === 'patient'
  return {
    ...{ now: new Date(nowMs).toISOString(), zone: place.zone, open: settings.isOpen },
    opensAt: settings.isOpen ? null : new Date(nowMs + DAY_MS / 2).toISOString(),
    ...{ channel: settings.channel, language: settings.language },
    ...{ onFile, verified, hasVisit: isPatient && onFile && verified },
    values: {
      ...{ clinic: place.clinic, clinicPhone: '(512) 555-0100', bookingLink: 'https://cedar.test/book' },
      assistant: assistantName(flow, place),
      ...(isPatient && onFile && verified ? SOFIA : {}),
    },
  }
}

export function assistantName({ settings }: Flow, { clinic }: TestPlace): string {
  return settings.assistantName || `${clinic} assistant`
}

/** A text comes from a number that one patient has; a visitor of the website is nobody yet. */
export function isKnown({ who, channel }: TestSettings): boolean {
  return who === 'patient' && channel === 'sms'
}

/** The talk after a step. A time that was set counts on where the step changed nothing. */
export function after(context: TestContext, step: Step, event: FlowEvent): TestContext {
  const { nodeId, ended, passed, work, moved, snapshot } = step
  const { dueAfterMs: ms, dueEvent } = step
  const due = ms !== null && dueEvent !== null ? { event: dueEvent, ms } : null
  const outside = work.find(({ nodeId: id }) => {
    const node = context.made?.nodes.get(id)
    return node?.kind === 'action' && !isLocal(node)
  })
  const told = withLines(context, [...linesOf(context, step, event), ...endLine(context, step)])
  return {
    ...told,
    ...{ session: snapshot, nodeId, due: moved ? due : ended === null ? context.due : null },
    work: ended === null && stands(context, nodeId) === 'acting' ? (outside ?? context.work) : null,
    taken: [...context.taken, ...passed.map(({ nodeId: id, port }) => `${id} ${port}`)],
  }
}

function linesOf(context: TestContext, { says }: Step, event: FlowEvent): Omit<TestLine, 'id'>[] {
  const { settings } = context
  const chosen = says.map(({ text, prompt, nodeId, fileId }) => ({
    ...{ text: fileId === undefined ? text : 'The file comes here.', nodeId },
    choices: prompt?.choices ?? [],
  }))
  if (settings.channel === 'chat' || says.length === 0) return chosen.map((one) => ({ ...one, by: 'bot' as const }))
  // By text, what one step says is one message.
  const parts = chosen.map(({ text, choices }) => asTextMessage(text, choices, settings.language))
  const introduction = event.type === 'BEGIN' ? [introductionOf(context)] : []
  const last = chosen.at(-1)
  return [{ by: 'bot', text: [...introduction, ...parts].join('\n\n'), choices: [], nodeId: last?.nodeId ?? null }]
}

function introductionOf(context: TestContext): string {
  return filledWords(introductionWords(context.flow, context.settings.language), {}, factsOf(context))
}

const ENDS: Readonly<Record<string, string>> = {
  finished: 'The assistant is done',
  handedOver: 'A person takes over',
  exitWord: 'The patient asked for a person',
  silent: 'The patient did not answer, so the assistant stopped',
  urgent: 'An urgent word was heard: a person is told at once',
  optedOut: 'The patient opted out',
}

function endLine(_: TestContext, { ended }: Step): Omit<TestLine, 'id'>[] {
  return ended === null ? [] : [note(ENDS[ended.as] ?? 'The assistant stopped')]
}

export function note(text: string): Omit<TestLine, 'id'> {
  return { by: 'note', text, choices: [], nodeId: null }
}

export function withLines(context: TestContext, added: readonly Omit<TestLine, 'id'>[]): TestContext {
  const from = (context.lines.at(-1)?.id ?? 0) + 1
  return { ...context, lines: [...context.lines, ...added.map((line, at) => ({ ...line, id: from + at }))] }
}

export type Standing = 'ready' | 'waitingForPatient' | 'waitingForTime' | 'acting' | 'ended'

function stands({ made }: TestContext, nodeId: string | null): Standing {
  const node = nodeId === null ? undefined : made?.nodes.get(nodeId)
  if (node?.kind === 'wait') return 'waitingForTime'
  return node?.kind === 'action' ? 'acting' : 'waitingForPatient'
}

export function standingOf(context: TestContext): Standing {
  if (context.session === null) return 'ready'
  return context.session.context.ended === null ? stands(context, context.nodeId) : 'ended'
}
