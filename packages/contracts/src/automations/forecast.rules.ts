/** The starts of a timed rule at moments to come, if nothing changes until then. */
import { type Cause, subjectKey } from './causes.rules.ts'
import type { RanFacts } from './facts.rules.ts'
import type { Version } from './judge.rules.ts'
import type { TurnFacts } from './plan.rules.ts'
import { walk } from './walk.rules.ts'

export interface ForeseenMoment {
  readonly cause: Extract<Cause, { data: { moment: number } }>
  readonly facts: TurnFacts
}

export interface Foreseen {
  /** The times of the starts, in their order. */
  readonly starts: readonly number[]
  /**
   * Starts that a person would have to release: the first one above the number of an hour stops the rule, which holds
   * all later ones too.
   */
  readonly held: number
  /** The times of the first text of each start that sends one, in their order. */
  readonly texts: readonly number[]
}

const HOUR_MS = 3_600_000
const NEVER_RAN: RanFacts = { at: null, forSubjectAt: null, startsInHour: 0 }

/** The moments come in their order, with the facts of `now`. */
export function foresee(version: Version, moments: readonly ForeseenMoment[], now: number): Foreseen {
  const { automationId } = version
  const starts: number[] = []
  const texts: number[] = []
  const lastFor = new Map<string, number>()
  let [held, { isStopped }] = [0, version]
  for (const { cause, facts } of moments) {
    const at = cause.data.moment
    const before = Object.hasOwn(facts.ran, automationId) ? facts.ran[automationId] : undefined
    const known = before ?? NEVER_RAN
    const sinceNow = starts.filter((start) => start > at - HOUR_MS).length
    const startsInHour = sinceNow + (at - now < HOUR_MS ? known.startsInHour : 0)
    const subject = subjectKey(cause)
    const forSubjectAt = lastFor.get(subject) ?? known.forSubjectAt
    const ran = { ...facts.ran, [automationId]: { ...known, forSubjectAt, startsInHour } }
    const { verdict, steps } = walk({ ...version, isStopped }, cause, { ...facts, at, ran })
    const isHeld = verdict.outcome === 'too_many'
    if (isHeld || verdict.outcome === 'ran') lastFor.set(subject, at)
    if (isHeld) [held, isStopped] = [held + 1, true]
    if (verdict.outcome !== 'ran') continue
    starts.push(at)
    const text = steps.find(({ kind, outcome }) => kind === 'sendSms' && outcome === 'done')
    if (text !== undefined) texts.push(text.at)
  }
  return { starts, held, texts: texts.toSorted((one, other) => one - other) }
}
