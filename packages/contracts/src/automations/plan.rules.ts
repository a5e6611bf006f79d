/**
 * One turn of a run: its steps up to the next wait. A turn sees one reading of the facts; what its own steps did joins it, and a
 * guard that two steps share is asked once, so that of "if" and "else" exactly one is done.
 */
import { nextOpening } from '../time/opening-hours.rules.ts'
import { quietUntil } from '../time/quiet-hours.rules.ts'
import { isZone } from '../time/wall-clock.rules.ts'
import type { ActionKind, ActionOf, Guard } from './actions.rules.ts'
import type { Cause } from './causes.rules.ts'
import { allHold } from './conditions.rules.ts'
import { stepsOf } from './definition.rules.ts'
import { afterDuration, afterOpenDuration } from './durations.rules.ts'
import { type Effect, factsAfter } from './effects.rules.ts'
import type { Facts } from './facts.rules.ts'
import { allChecks, firstFailed, type Version } from './judge.rules.ts'
import type { RefusalWord, RunReason } from './step-words.rules.ts'
import { type Done, doStep, type Known } from './steps.rules.ts'
import type { TextAbout } from './text-guards.rules.ts'

/** The facts of a turn, and the records that its steps may name. */
export interface TurnFacts extends Facts {
  readonly known: Known
}

export interface Run {
  readonly runId: string
  readonly cause: Cause
  readonly startedAt: number
  /** 0 is the first turn. */
  readonly turn: number
  /** The place of the next step in the order of steps. */
  readonly next: number
  readonly steps: readonly StepResult[]
  /** The number could be texted when the run began. */
  readonly couldText: boolean
  /** The patient wrote after the run began. */
  readonly replied: boolean
}

export interface StepResult {
  readonly sequence: number
  readonly kind: ActionKind
  readonly outcome: 'done' | 'skipped' | 'refused'
  readonly reason: RefusalWord | null
  readonly at: number
}

export interface Turn {
  readonly state: 'done' | 'waiting' | 'stopped' | 'missed'
  readonly reason: RunReason | null
  readonly steps: readonly StepResult[]
  readonly effects: readonly Effect[]
  /** The place of the next step. */
  readonly next: number
  readonly dueAt: number | null
}

/** A run as it begins. */
export function beginRun(runId: string, cause: Cause, facts: Facts): Run {
  const couldText = lostReason(facts) === null
  return { ...{ runId, cause, startedAt: facts.at, turn: 0, next: 0, steps: [] }, couldText, replied: false }
}

/** The run after a turn. */
export function runAfter(run: Run, { steps, next }: Turn): Run {
  return { ...run, turn: run.turn + 1, next, steps: [...run.steps, ...steps] }
}

/** By the number of a step. */
type Refused = ReadonlyMap<number, RefusalWord>

const ANSWER_MS = 2 * 60_000
/** The carrier may deliver a text long after the patient wrote it: an automatic answer would confuse them. */
const DELIVERED_MS = 10 * 60_000
/** Actions that text the patient. */
const TEXTING: ReadonlySet<ActionKind> = new Set(['sendSms', 'handToChatbot'])

/** `refused` tells the steps of this turn that could not be done after all, although the facts said so. */
export function plan(version: Version, run: Run, facts: TurnFacts, refused: Refused = new Map()): Turn {
  const ended = endOf(version, run, facts)
  if (ended !== null) return { steps: [], effects: [], next: run.next, dueAt: null, ...ended }
  return takeTurn(version, run, facts, refused)
}

/** How the texts of the turn relate to a patient's text. */
function aboutOf({ definition: { trigger } }: Version, { cause, steps }: Run, { at, message }: Facts): TextAbout {
  // A text may also have opened the conversation, made the feedback bad or ended a chatbot.
  const isAboutText = cause.kind === 'inboundMessage' || message !== null
  // Quiet hours, a pause and a person who releases it only delay the answer; after a wait of its own the rule means a new text.
  const isReply = isAboutText && !steps.some(({ kind, outcome }) => kind === 'wait' && outcome === 'done')
  const writtenAt = Math.min(cause.at, message?.at ?? cause.at)
  const answersEmergency = trigger.kind === 'inboundMessage' && trigger.intent === 'emergency'
  return {
    isAnswer: isReply && cause.kind === 'inboundMessage' && at - writtenAt <= ANSWER_MS,
    ...{ isReply, isAboutText, answersEmergency },
    isLate: isReply && cause.at - writtenAt > DELIVERED_MS,
  }
}

function takeTurn(version: Version, run: Run, facts: TurnFacts, refused: Refused): Turn {
  const about = aboutOf(version, run, facts)
  const all = stepsOf(version.definition)
  const steps: StepResult[] = []
  const effects: Effect[] = []
  const asked = new Map<string, boolean>()
  const turn = (rest: Pick<Turn, 'state' | 'reason' | 'next' | 'dueAt'>): Turn => ({ steps, effects, ...rest })
  for (let next = run.next; next < all.length; next++) {
    const { action } = all[next] as (typeof all)[number]
    const now = factsAfter(facts, effects)
    const texted = [...run.steps, ...steps].some(({ kind, outcome }) => kind === 'sendSms' && outcome === 'done')
    const reading = { facts, automationId: version.automationId, run: { replied: run.replied, texted } }
    const told = (outcome: StepResult['outcome'], reason: RefusalWord | null = null) =>
      steps.push({ sequence: action.sequence, kind: action.kind, outcome, reason, at: facts.at })
    if (action.onlyIf !== null && askOnce(action.onlyIf, asked, reading) !== action.onlyIf.holds) {
      told('skipped')
    } else if (action.kind === 'stop') {
      told('done')
      return turn({ state: 'done', reason: null, next: all.length, dueAt: null })
    } else if (action.kind === 'wait') {
      told('done')
      const dueAt = waitEnd(action, facts)
      if (dueAt > facts.at && next + 1 < all.length)
        return turn({ state: 'waiting', reason: 'wait', next: next + 1, dueAt })
    } else {
      const hasConversation = texted || now.conversation !== null
      const word = refused.get(action.sequence)
      const done: Done =
        word === undefined
          ? doStep(action, { facts: now, known: facts.known, about, hasConversation })
          : { refused: word }
      const isHeld = !('refused' in done) && TEXTING.has(action.kind) && !about.isAnswer
      const quiet = isHeld ? quietEnd(facts, run.runId) : null
      if (quiet !== null) return turn({ state: 'waiting', reason: 'quiet', next, dueAt: quiet })
      effects.push(...(done.effects ?? []))
      if ('refused' in done) told('refused', done.refused)
      else told('done')
    }
  }
  return turn({ state: 'done', reason: null, next: all.length, dueAt: null })
}

/** A guard's conditions are asked once a turn. */
function askOnce({ conditions }: Guard, asked: Map<string, boolean>, reading: Parameters<typeof allHold>[1]): boolean {
  const key = JSON.stringify(conditions)
  const held = asked.get(key) ?? allHold(conditions, reading)
  asked.set(key, held)
  return held
}

function waitEnd(action: ActionOf<'wait'>, { at, clinic }: Facts): number {
  const { timezone, hours } = clinic
  if (action.for === null) {
    const opens = hours === null ? null : nextOpening(new Date(at), timezone, hours)
    return opens?.getTime() ?? at
  }
  return action.officeHours
    ? afterOpenDuration(at, action.for, timezone, hours)
    : afterDuration(at, action.for, timezone)
}

const SPREAD_MS = 15 * 60_000

/** The end of the patient's quiet hours, with the morning's texts spread over 15 minutes; null outside them and for chats. */
function quietEnd({ at, clinic, patient, conversation }: Facts, runId: string): number | null {
  if (conversation?.channel === 'chat') return null
  const own = patient?.timezone ?? clinic.timezone
  const until = quietUntil(new Date(at), isZone(own) ? own : clinic.timezone, clinic.quietHours)
  return until && until.getTime() + spreadOf(runId)
}

/** The same for a run at each try. */
function spreadOf(runId: string): number {
  let hash = 0
  for (const character of runId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % SPREAD_MS
  return hash
}

type End = Pick<Turn, 'state' | 'reason'> & Partial<Pick<Turn, 'dueAt'>>

/** Why a run does not go on; null if it does. Before its first turn only the visit is asked: the rest was just judged. */
function endOf(version: Version, run: Run, facts: Facts): End | null {
  if (facts.pausedUntil !== null && facts.pausedUntil > facts.at)
    return { state: 'waiting', reason: 'paused', dueAt: facts.pausedUntil }
  const lost = run.turn > 0 && run.couldText ? lostReason(facts) : null
  const stopped = lost ?? visitReason(version, run.cause, facts)
  if (stopped !== null) return { state: 'stopped', reason: stopped }
  if (run.turn === 0) return null
  if (hasBegun(version, facts)) return { state: 'missed', reason: 'late' }
  if (run.steps.some(({ kind, outcome }) => outcome === 'done' && kind !== 'wait')) return null
  const checks = allChecks(version, run.cause, facts, { replied: run.replied, texted: false }, {})
  return firstFailed(checks) === null ? null : { state: 'stopped', reason: 'conditionFailed' }
}

function lostReason({ number }: Facts): 'opted_out' | 'blocked' | 'asked_to_stop' | null {
  if (number === null) return null
  if (number.texting !== 'on') return number.texting === 'off' ? 'opted_out' : 'blocked'
  return number.askedToStop ? 'asked_to_stop' : null
}

/** A run about a visit ends when the visit is cancelled, missed or moved, unless that began it. */
function visitReason({ definition }: Version, cause: Cause, { visit }: Facts): RunReason | null {
  const { kind } = definition.trigger
  if (cause.appointmentId === null || kind === 'appointmentCancelled' || kind === 'appointmentMissed') return null
  if (visit === null || visit.id !== cause.appointmentId || visit.status === 'cancelled') return 'visit_cancelled'
  if (visit.status === 'noShow') return 'visit_missed'
  return 'startsAt' in cause.data && visit.startsAt !== cause.data.startsAt ? 'visit_moved' : null
}

/** Nothing about a coming visit is done once it has begun. */
function hasBegun({ definition: { trigger } }: Version, { visit, at }: Facts): boolean {
  const isAhead =
    trigger.kind === 'appointmentReminderDue' || (trigger.kind === 'schedule' && trigger.each === 'appointment')
  return isAhead && visit !== null && visit.startsAt <= at
}
