/** Texts at the wrong time: in quiet hours, to everybody, or over a patient who has replied. */
import { holdsUntil } from '../time/quiet-hours.rules.ts'
import { instantAt, wallTime } from '../time/wall-clock.rules.ts'
import type { Action, Guard } from './actions.rules.ts'
import { type Condition, flatConditions, isGroup } from './conditions.rules.ts'
import { type Definition, stepsOf } from './definition.rules.ts'
import { type Finding, type LintContext, warning } from './finding.rules.ts'
import { alternativesOf, canHold, negated } from './reach.rules.ts'

export function timeFindings(definition: Definition, context: LintContext): Finding[] {
  return [...quietFindings(definition, context), ...broadFindings(definition), ...talksOver(definition)]
}

/** The first text always waits for the end of quiet hours. */
function quietFindings(definition: Definition, { clinic, now }: LintContext): Finding[] {
  const { trigger } = definition
  const between = 'between' in trigger ? trigger.between : null
  const times = trigger.kind === 'schedule' ? [trigger.time] : between === null ? [] : [between.from, between.to]
  const { quietHours, timezone } = clinic
  if (times.length === 0 || quietHours.from === quietHours.to || firstText(definition) === undefined) return []
  const { day } = wallTime(new Date(now), timezone)
  const ends = times.map((time) => holdsUntil(instantAt({ day, time }, timezone), timezone, quietHours)?.getTime())
  // Both ends of the hours lie in one night, and the hours do not span the day between.
  const isOneNight =
    between === null ||
    (between.from < between.to ? ends[0] === ends[1] : ends[0] !== undefined && ends[1] !== undefined)
  if (ends.includes(undefined) || !isOneNight) return []
  const path = trigger.kind === 'schedule' ? 'trigger.time' : 'trigger.between'
  const message = `Texts at this time wait until ${quietHours.to}, when quiet hours end: choose a time of the day.`
  return [warning('quiet', path, message)]
}

/** The first text that is sent without a wait before it. */
function firstText(definition: Definition) {
  const steps = stepsOf(definition)
  const wait = steps.findIndex(({ action }) => action.kind === 'wait')
  return (wait === -1 ? steps : steps.slice(0, wait)).find(({ action }) => action.kind === 'sendSms')
}

/** The trigger starts for every patient, and no condition chooses among them. */
function broadFindings({ trigger, conditions, actions }: Definition): Finding[] {
  const isForAll =
    trigger.kind === 'patientImported' || (trigger.kind === 'schedule' && trigger.each !== 'organization')
  const chooses = flatConditions(conditions, '').some(([, { field }]) => !field.startsWith('time.'))
  if (!isForAll || chooses || !actions.some(({ kind }) => kind === 'sendSms')) return []
  return [warning('broad', 'conditions', 'It texts everybody: add a rule that chooses the patients.')]
}

/** A text after a wait is sent although the patient has replied meanwhile. */
function talksOver(definition: Definition): Finding[] {
  let mayHaveReplied = false
  return stepsOf(definition).flatMap(({ path, action }): Finding[] => {
    if (action.kind === 'wait') mayHaveReplied = true
    if (action.kind === 'stop' && endsIfReplied(action)) mayHaveReplied = false
    if (action.kind !== 'sendSms' || !mayHaveReplied || (action.onlyIf !== null && asksNoReply(action.onlyIf)))
      return []
    return [
      warning('talksOver', path, 'It texts after a wait although the patient may have replied: add “if no reply”.'),
    ]
  })
}

const REPLIED: Condition = { field: 'run.replied', operator: 'is', value: true }

/** The step is not done for a patient who has replied. */
function asksNoReply({ holds, conditions }: Guard): boolean {
  if (holds) return !canHold([...alternativesOf(conditions), [[REPLIED]]], [])
  const [item, ...others] = conditions
  if (item === undefined || others.length > 0) return false
  const contrary = (isGroup(item) ? item.any : [item]).map(negated)
  return !canHold([...contrary, [[REPLIED]]], [])
}

/** The run ends for each patient who has replied. */
function endsIfReplied({ onlyIf }: Action): boolean {
  if (onlyIf === null) return true
  return asksNoReply({ ...onlyIf, holds: !onlyIf.holds })
}
