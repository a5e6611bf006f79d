/** The judgement of a cause: which rules start by it, and why the others do not. */
import { type Cause, CHAIN_MAX, hears, isTimed } from './causes.rules.ts'
import { type Check, checksOf } from './conditions.rules.ts'
import type { Definition } from './definition.rules.ts'
import { afterDuration } from './durations.rules.ts'
import type { Facts, Names, RunFacts } from './facts.rules.ts'
import { triggerChecks } from './trigger-checks.rules.ts'

export interface Version {
  readonly automationId: string
  readonly name: string
  readonly number: number
  readonly definition: Definition
  /** A span of the version holds the cause's seq. */
  readonly inForce: boolean
  /** The automation stopped by itself; its starts are held. */
  readonly isStopped: boolean
  /** The automation was switched on then; null or left out: before all that happened. */
  readonly onSince?: number | null
}

export const guardWords = ['paused', 'loop', 'late', 'repeat', 'too_many'] as const
export type GuardWord = (typeof guardWords)[number]

/** `too_many` starts are held for a person; all other outcomes but `ran` start nothing. */
export type Outcome = 'ran' | 'otherTrigger' | 'notInForce' | 'conditionFailed' | GuardWord

export interface Verdict {
  readonly automationId: string
  readonly name: string
  readonly number: number
  readonly outcome: Outcome
  /** The trigger's own first. Rules of other triggers have none. */
  readonly checks: readonly Check[]
  /** The path of the first check that did not hold. */
  readonly failed: string | null
}

/** One verdict for each version, in their order. Every check is told, whatever the outcome. */
export function judge(versions: readonly Version[], cause: Cause, facts: Facts, names: Names = {}): readonly Verdict[] {
  return versions.map((version) => judgeOne(version, cause, facts, names))
}

/** A verdict as it is stored: without the patient's words, which stand in the message alone. */
export function withoutWords(verdict: Verdict): Verdict {
  return { ...verdict, checks: verdict.checks.map(({ isWritten, ...one }) => (isWritten ? { ...one, saw: '' } : one)) }
}

function judgeOne(version: Version, cause: Cause, facts: Facts, names: Names): Verdict {
  const { automationId, name, number } = version
  const about = { automationId, name, number }
  if (!hears(automationId, version.definition.trigger, cause))
    return { ...about, outcome: version.inForce ? 'otherTrigger' : 'notInForce', checks: [], failed: null }
  const checks = allChecks(version, cause, facts, null, names)
  const failed = firstFailed(checks)
  return { ...about, outcome: outcomeOf(version, cause, facts, failed), checks, failed }
}

function outcomeOf(version: Version, cause: Cause, facts: Facts, failed: string | null): Outcome {
  if (!version.inForce || isOlder(version, cause, facts)) return 'notInForce'
  if (failed !== null) return 'conditionFailed'
  return guardOf(version, cause, facts) ?? 'ran'
}

/** A text that the carrier delivered late may have been written before the automation was switched on. */
function isOlder({ onSince = null }: Version, cause: Cause, { message }: Facts): boolean {
  if (onSince === null || message === null) return false
  return message.at < cause.at && message.at < onSince
}

/** The checks of the trigger's own fields and of all conditions. */
export function allChecks(
  { automationId, definition }: Pick<Version, 'automationId' | 'definition'>,
  cause: Cause,
  facts: Facts,
  run: RunFacts | null,
  names: Names,
): readonly Check[] {
  const reading = { facts, automationId, run }
  const own = triggerChecks(definition.trigger, cause, facts, names)
  return [...own, ...checksOf(definition.conditions, reading, names, 'conditions')]
}

/** The path of the first check that did not hold; a condition within a group fails only with its group. */
export function firstFailed(checks: readonly Check[]): string | null {
  return checks.find(({ path, held }) => !held && !path.includes('.any['))?.path ?? null
}

/** The first guard that bars a start. */
function guardOf(version: Version, cause: Cause, facts: Facts): GuardWord | null {
  const { automationId, definition, isStopped } = version
  const { repeat, perHour, kind } = definition.trigger
  if (facts.pausedUntil !== null && facts.pausedUntil > facts.at) return 'paused'
  if (cause.chain.includes(automationId) || cause.chain.length >= CHAIN_MAX) return 'loop'
  if (isTimed(kind) && isLate(definition, cause, facts)) return 'late'
  const ran = Object.hasOwn(facts.ran, automationId) ? facts.ran[automationId] : undefined
  const before = ran?.forSubjectAt ?? null
  if (before !== null && repeat !== 'always') {
    if (repeat === 'never' || facts.at < afterDuration(before, repeat, facts.clinic.timezone)) return 'repeat'
  }
  return isStopped || (ran?.startsInHour ?? 0) >= perHour ? 'too_many' : null
}

const HOUR_MS = 3_600_000
/** A moment that is older was missed. */
export const LATE_MS = 2 * HOUR_MS

/** The store was down when the moment was due, or the visit has begun. */
function isLate({ trigger }: Definition, cause: Cause, { at, visit }: Facts): boolean {
  if (!('moment' in cause.data)) return false
  if (cause.kind !== 'appointmentReminderDue') return at - cause.data.moment > LATE_MS
  const startsAt = visit?.startsAt ?? cause.data.startsAt
  if (startsAt <= at) return true
  if (!cause.data.isLate) return at - cause.data.moment > LATE_MS
  return trigger.kind !== 'appointmentReminderDue' || trigger.late !== 'now' || startsAt - at < HOUR_MS
}
