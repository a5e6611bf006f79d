import { describe, expect, test } from 'vitest'
import { type Cause, causeKinds, hears, subjectKey, triggersStartedBy } from './causes.rules.ts'
import type { Facts } from './facts.rules.ts'
import { judge, type Version, withoutWords } from './judge.rules.ts'
import {
  answerRefills,
  clinic,
  confirmVisits,
  conversation,
  definitionOf,
  facts,
  HOUR,
  message,
  NOW,
  textCause,
  versionOf,
  visit,
  visitCause,
} from './rules.suite.ts'

const refills = versionOf(answerRefills, 'aut_refill')
const confirm = versionOf(confirmVisits, 'aut_confirm')
const outcome = (version: Version, cause: Cause, given: Partial<Facts> = {}) =>
  judge([version], cause, { ...facts, ...given })[0]!
const ranBefore = (forSubjectAt: number | null, startsInHour = 0) => ({
  ran: { aut_refill: { at: forSubjectAt, forSubjectAt, startsInHour } },
})

describe('judge', () => {
  test('starts a rule when trigger and conditions hold, and tells every check', () => {
    const verdict = outcome(confirm, visitCause())
    expect(verdict).toMatchObject({ automationId: 'aut_confirm', number: 1, outcome: 'ran', failed: null })
    expect(verdict.checks.map(({ path, held }) => [path, held])).toEqual([
      ['trigger.visit', true],
      ['trigger.unconfirmedOnly', true],
      ['conditions[0]', true],
      ['conditions[1]', true],
      ['conditions[2]', true],
    ])
  })

  test('names the first check that failed and still tells the others', () => {
    const patel = { visit: { ...visit, doctor: 'doc_patel', doctorName: 'Dr. Patel', type: 'Telehealth' } }
    const verdict = outcome(confirm, visitCause(), patel)
    expect([verdict.outcome, verdict.failed, verdict.checks.length]).toEqual(['conditionFailed', 'conditions[1]', 5])
    expect(verdict.checks[3]!.saw).toBe('Dr. Patel')
    expect(verdict.checks[4]!.saw).toBe('Telehealth')
  })

  test('names the words that a text was found by', () => {
    expect(outcome(refills, textCause()).checks[0]).toEqual({
      ...{ path: 'trigger.words', words: 'The text has “refill” or “out of meds”', held: true },
      ...{ wanted: '“refill” or “out of meds”', saw: '“I need a REFÍLL!”', isWritten: true },
    })
    const other = { message: { ...message, text: 'It was refilled' } }
    expect(outcome(refills, textCause(), other)).toMatchObject({ outcome: 'conditionFailed', failed: 'trigger.words' })
  })

  test('asks a text for its intent', () => {
    const actions = [{ sequence: 1, kind: 'markRequest', requestType: 'billing' }]
    const about = (intent: string) => versionOf(definitionOf({ trigger: { kind: 'inboundMessage', intent }, actions }))
    expect(outcome(about('refill'), textCause())).toMatchObject({ outcome: 'ran', checks: [{ saw: '“refill”' }] })
    expect(outcome(about('billing'), textCause())).toMatchObject({
      failed: 'trigger.intent',
      checks: [{ saw: 'A refill' }],
    })
  })

  test('withoutWords leaves out all that the patient wrote when a verdict is stored', () => {
    const secret = {
      message: {
        ...message,
        text: 'My refill of Zyprexa',
        intents: [{ intent: 'refill', words: 'refill of zyprexa' }],
      },
    }
    const text = { field: 'message.text', operator: 'contains', value: 'refill' }
    const open = { field: 'conversation.status', operator: 'is', value: 'open' }
    const conditions = [text, { any: [open, { ...text, operator: 'doesNotContain' }] }, open]
    const actions = [{ sequence: 1, kind: 'markRequest', requestType: 'prescription' }]
    for (const asked of [{ words: ['refill'] }, { intent: 'refill' }]) {
      const rule = versionOf(definitionOf({ trigger: { kind: 'inboundMessage', ...asked }, conditions, actions }))
      const verdict = outcome(rule, textCause(), secret as Partial<Facts>)
      expect(
        JSON.stringify(verdict)
          .toLowerCase()
          .match(/zyprexa/g)?.length,
      ).toBeGreaterThan(2)
      const kept = withoutWords(verdict)
      expect(JSON.stringify(kept).toLowerCase()).not.toContain('zyprexa')
      expect(kept.checks.map(({ path, words, held }) => [path, words, held])).toEqual(
        verdict.checks.map(({ path, words, held }) => [path, words, held]),
      )
      expect(kept.checks.at(-1)?.saw).toBe(verdict.checks.at(-1)?.saw)
      expect(kept.checks.at(-1)?.saw).not.toBe('')
    }
  })

  test('answers otherTrigger and notInForce without a start', () => {
    expect(outcome(refills, visitCause()).outcome).toBe('otherTrigger')
    expect(outcome({ ...refills, inForce: false }, textCause())).toMatchObject({ outcome: 'notInForce', failed: null })
    expect(outcome({ ...refills, inForce: false }, textCause()).checks).toHaveLength(1)
  })

  test.each([
    ['paused', { pausedUntil: NOW + 1 }, 'paused'],
    ['paused until now', { pausedUntil: NOW }, 'ran'],
    ['a start for the subject 14 minutes ago', ranBefore(NOW - 14 * 60_000), 'repeat'],
    ['a start for the subject 15 minutes ago', ranBefore(NOW - 15 * 60_000), 'ran'],
    ['100 starts in this hour', ranBefore(null, 100), 'too_many'],
    ['99 starts in this hour', ranBefore(null, 99), 'ran'],
  ])('with %s answers %s', (_, given, word) => expect(outcome(refills, textCause(), given).outcome).toBe(word))

  test('starts nothing for a text that was written before the automation was switched on', () => {
    const since = { ...refills, onSince: NOW - HOUR }
    const written = (at: number) => ({ message: { ...message, at } })
    expect(outcome(since, textCause(), written(NOW - HOUR - 1))).toMatchObject({ outcome: 'notInForce' })
    expect(outcome(since, textCause(), written(NOW - HOUR)).outcome).toBe('ran')
    expect(outcome({ ...refills, onSince: null }, textCause(), written(NOW - 2 * HOUR)).outcome).toBe('ran')
    // The clocks of two processes differ.
    expect(outcome({ ...refills, onSince: NOW + 1 }, textCause()).outcome).toBe('ran')
  })

  test('holds starts of a rule that stopped by itself', () => {
    expect(outcome({ ...refills, isStopped: true }, textCause()).outcome).toBe('too_many')
  })

  test('never starts a rule from a cause that the rule led to, or from a chain of three', () => {
    expect(outcome(refills, { ...textCause(), chain: ['aut_refill'] }).outcome).toBe('loop')
    expect(outcome(refills, { ...textCause(), chain: ['a', 'b'] }).outcome).toBe('ran')
    expect(outcome(refills, { ...textCause(), chain: ['a', 'b', 'c'] }).outcome).toBe('loop')
  })

  test('starts a timed rule at most two hours late, and never after the visit began', () => {
    const late = (hours: number) => visitCause({ moment: NOW - hours * HOUR })
    expect([outcome(confirm, late(2)).outcome, outcome(confirm, late(2.01)).outcome]).toEqual(['ran', 'late'])
    const begun = { visit: { ...visit, startsAt: NOW } }
    expect(outcome(confirm, visitCause({ startsAt: NOW }), begun).outcome).toBe('late')
  })

  test('starts at once for a visit that is booked late when the trigger says so, an hour or more ahead', () => {
    const trigger = { ...confirmVisits.trigger, late: 'now' }
    const atOnce = versionOf(definitionOf({ ...confirmVisits, trigger }), 'aut_confirm')
    const booked = (hours: number) => {
      const startsAt = NOW + hours * HOUR
      return [
        visitCause({ startsAt, isLate: true, moment: startsAt - 48 * HOUR }),
        { visit: { ...visit, startsAt } },
      ] as const
    }
    expect(outcome(atOnce, ...booked(1)).outcome).toBe('ran')
    expect(outcome(atOnce, ...booked(0.9)).outcome).toBe('late')
    expect(outcome(confirm, ...booked(20)).outcome).toBe('late')
  })

  test('finds a visit that was moved or confirmed meanwhile', () => {
    expect(outcome(confirm, visitCause({ startsAt: NOW })).failed).toBe('trigger.visit')
    expect(outcome(confirm, visitCause(), { visit: { ...visit, status: 'confirmed' } }).failed).toBe(
      'trigger.unconfirmedOnly',
    )
  })

  test('asks whether the patient still waits', () => {
    const rule = { kind: 'conversationWaiting', minutes: 60 }
    const actions = [{ sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'Waits' }]
    const waiting = versionOf(definitionOf({ trigger: rule, actions }), 'aut_wait')
    const data = { automationId: 'aut_wait', moment: NOW, waitingSince: NOW - HOUR }
    const cause: Cause = { ...textCause(), kind: 'conversationWaiting', data }
    expect(outcome(waiting, cause).outcome).toBe('ran')
    const answered = { conversation: { ...conversation, waitingSince: null } }
    expect(outcome(waiting, cause, answered)).toMatchObject({
      failed: 'trigger.wait',
      checks: [{ saw: 'answered' }, {}],
    })
  })

  test('counts a repeat in days on the wall clock of the clinic', () => {
    const trigger = { kind: 'inboundMessage', repeat: { n: 1, unit: 'days' } }
    const daily = versionOf(definitionOf({ ...answerRefills, trigger }), 'aut_refill')
    const at = Date.parse('2026-11-01T15:30:00Z')
    const given = { at, clinic, ...ranBefore(Date.parse('2026-10-31T15:00:00Z')) }
    expect(outcome(daily, textCause(), given).outcome).toBe('repeat')
    expect(outcome(daily, textCause(), { ...given, at: Date.parse('2026-11-01T16:00:00Z') }).outcome).toBe('ran')
  })
})

describe('causes', () => {
  test('a text is heard as an answer to a campaign only if it is one', () => {
    const trigger = { ...answerRefills.trigger, kind: 'campaignReply', campaignId: 'cmp_1' } as const
    expect(hears('a', trigger, textCause())).toBe(false)
    const reply: Cause = { ...textCause(), kind: 'inboundMessage', data: { campaignId: 'cmp_2' } }
    expect(hears('a', trigger, reply)).toBe(true)
  })

  test('a cause of the time is heard by its own automation alone', () => {
    expect(hears('aut_confirm', confirmVisits.trigger, visitCause())).toBe(true)
    expect(hears('aut_other', confirmVisits.trigger, visitCause())).toBe(false)
  })

  test('a moved visit is another subject', () => {
    expect(subjectKey(visitCause())).not.toBe(subjectKey(visitCause({ startsAt: NOW })))
    expect(causeKinds).toContain('staffReplied')
  })

  test('an assignment starts the rules of assignments', () => {
    expect(confirmVisits.actions.flatMap(triggersStartedBy)).toContain('conversationAssigned')
  })
})
