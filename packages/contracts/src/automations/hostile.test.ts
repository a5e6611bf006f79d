import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditionHolds } from './conditions.rules.ts'
import type { Definition } from './definition.rules.ts'
import { definitionSchema } from './definition.ts'
import { factsAfter } from './effects.rules.ts'
import type { Facts } from './facts.rules.ts'
import type { LintContext } from './finding.rules.ts'
import { anyInput, causeFor, definitions, factsFor, oddDefinitions } from './hostile.suite.ts'
import { allChecks, firstFailed, judge } from './judge.rules.ts'
import { lint } from './lint.rules.ts'
import { beginRun, plan, type Run, runAfter, type Turn } from './plan.rules.ts'
import { clinic, known, NOW, versionOf } from './rules.suite.ts'
import { actionsSummary, conditionsSummary, sentence, sentenceText } from './sentence.rules.ts'

/** More by `AUTOMATION_RUNS=4000`. */
const numRuns = Number(process.env.AUTOMATION_RUNS ?? 120)
/** Many runs take longer than any other test. */
const timeout = 60_000 + numRuns * 200
const context: LintContext = {
  ...{ others: [], records: null, clinic, now: NOW, names: {}, ownTexts: { visits: [], campaigns: [] } },
}
const some = (of: fc.Arbitrary<Definition>) =>
  of.chain((definition) =>
    fc.tuple(fc.constant(definition), fc.array(factsFor(definition), { minLength: 4, maxLength: 12 })),
  )

const starts = (definition: Definition, facts: Facts) =>
  firstFailed(allChecks({ automationId: 'aut_1', definition }, causeFor(definition, facts), facts, null, {})) === null

test('a rule whose conditions lint calls never starts by no facts', { timeout }, () => {
  let found = 0
  fc.assert(
    fc.property(fc.oneof(some(definitions), some(oddDefinitions)), ([definition, all]) => {
      const isNever = lint(definition, context).some(
        ({ code, path }) => code === 'never' && path.startsWith('conditions'),
      )
      if (!isNever) return
      found += 1
      for (const facts of all) expect(starts(definition, facts)).toBe(false)
    }),
    { numRuns: numRuns * 3 },
  )
  expect(found).toBeGreaterThan(numRuns / 20)
})

test('a condition that lint calls always holds by all facts that the trigger starts by', { timeout }, () => {
  fc.assert(
    fc.property(some(definitions), ([definition, all]) => {
      const paths = lint(definition, context).flatMap(({ code, path }) => (code === 'always' ? [path] : []))
      for (const facts of all) {
        const checks = allChecks({ automationId: 'aut_1', definition }, causeFor(definition, facts), facts, null, {})
        const isStart = checks.every(({ path, held }) => held || !path.startsWith('trigger.'))
        const always = checks.filter(({ path }) => paths.includes(path))
        if (isStart) expect(always.filter(({ held }) => !held)).toEqual([])
      }
    }),
    { numRuns },
  )
})

test('a rule that some facts start is never called never', { timeout }, () => {
  let started = 0
  fc.assert(
    fc.property(some(definitions), ([definition, all]) => {
      if (!all.some((facts) => starts(definition, facts))) return
      started += 1
      expect(
        lint(definition, context).filter(({ path, code }) => code === 'never' && !path.includes('onlyIf')),
      ).toEqual([])
    }),
    { numRuns },
  )
  expect(started).toBeGreaterThan(0)
})

/** The run to its end, with the facts of each turn after the effects of the last. */
function walk(definition: Definition, facts: Facts): readonly Turn[] {
  const version = versionOf(definition)
  let run: Run = beginRun('run_1', causeFor(definition, facts), facts)
  let read = facts
  const turns: Turn[] = []
  while (turns.length < 100) {
    const turn = plan(version, run, { ...read, known })
    turns.push(turn)
    if (turn.state !== 'waiting') return turns
    expect(turn.dueAt).toBeGreaterThan(read.at)
    run = runAfter(run, turn)
    read = { ...factsAfter(read, turn.effects), at: turn.dueAt ?? 0 }
  }
  return turns
}

test('judge, plan, sentence and lint neither throw nor go on for ever, whatever the definition', { timeout }, () => {
  fc.assert(
    fc.property(fc.oneof(some(definitions), some(oddDefinitions)), ([definition, all]) => {
      expect(sentenceText(sentence(definition))).toMatch(/^When .*\.$/s)
      expect(typeof conditionsSummary(definition) + typeof actionsSummary(definition)).toBe('stringstring')
      for (const { message } of lint(definition, context)) expect(message).toMatch(/\.$/)
      for (const facts of all.slice(0, 3)) {
        expect(judge([versionOf(definition)], causeFor(definition, facts), facts)).toHaveLength(1)
        const turns = walk(definition, facts)
        expect(turns.length).toBeLessThan(30)
        const told = turns.flatMap(({ steps }) => steps.map(({ sequence }) => sequence))
        expect(new Set(told).size).toBe(told.length)
      }
    }),
    { numRuns },
  )
})

test('plan does exactly one of two steps in a turn when one guard is asked for yes and for no', { timeout }, () => {
  fc.assert(
    fc.property(some(definitions), ([definition, all]) => {
      const guard = definition.actions.find(({ onlyIf }) => onlyIf !== null)?.onlyIf
      if (!guard) return
      const step = (sequence: number, holds: boolean) =>
        ({ sequence, kind: 'stop', onlyIf: { ...guard, holds } }) as Definition['actions'][number]
      const notify = { sequence: 1, kind: 'notifyStaff', users: null, to: 'supervisors', text: 'x' } as const
      const both = [{ ...notify, onlyIf: { ...guard, holds: true } }, step(2, false)]
      for (const facts of all) {
        const { steps } = plan(
          versionOf({ ...definition, actions: both }),
          beginRun('r', causeFor(definition, facts), facts),
          { ...facts, known },
        )
        expect(steps.filter(({ outcome }) => outcome !== 'skipped')).toHaveLength(1)
      }
    }),
    { numRuns },
  )
})

test('the schema answers any input, and takes what it gave', { timeout }, () => {
  fc.assert(
    fc.property(anyInput, (given) => {
      const read = definitionSchema.safeParse(given)
      if (read.success) expect(definitionSchema.parse(read.data)).toEqual(read.data)
    }),
    { numRuns },
  )
  fc.assert(
    fc.property(definitions, (one) => {
      expect(definitionSchema.parse(one)).toEqual(one)
    }),
    { numRuns: 100 },
  )
})

test('lint ends quickly for twenty conditions in groups that contradict one another', { timeout }, () => {
  const age = (operator: string, value: number) => ({ field: 'patient.age', operator, value })
  const group = (from: number) => ({ any: [age('is', from), age('is', from + 1), age('atMost', from)] })
  const conditions = Array.from({ length: 60 }, (_, index) => group(index)) as never
  const [definition] = fc.sample(definitions, 1)
  const wide = { ...(definition as Definition), conditions }
  expect(Array.isArray(lint(wide, context))).toBe(true)
  const [facts] = fc.sample(factsFor(wide), 1)
  const reading = { facts: facts as Facts, automationId: 'a', run: null }
  expect(conditionHolds({ field: 'nothing', operator: 'is', value: '' }, reading)).toBe(false)
})
