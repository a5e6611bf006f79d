import { describe, expect, test } from 'vitest'
import { barsLaunch, PROBLEM_SENTENCES, problemOf } from './problems.rules.ts'
import { audienceOf, firstStep, type StepForm, stepIssues, stepsOf } from './steps.rules.ts'

const step = (position: number, fields: Partial<StepForm> = {}): StepForm => ({
  ...{ position, wait: null, unless: [], subject: null },
  ...fields,
})
const messages = (...steps: StepForm[]) => stepIssues('SMS', steps).map(({ message }) => message)

describe('stepIssues', () => {
  test('names the first rule of sequences that fails before it asks for one step [RULE-15] [RULE-16] [RULE-17]', () => {
    expect(messages(step(2), step(3))).toEqual(['Sequence numbers must start with 1.'])
    expect(messages(step(1), step(1))).toEqual(['Repeated sequence number: 1.'])
    expect(messages(step(1), step(3))).toEqual(['Missing sequence number: 2.'])
    expect(messages(step(1), step(2))).toEqual(['A campaign has one step.'])
    expect(messages(step(1))).toEqual([])
  })

  test('names the field of a step that the type does not have', () => {
    const steps = [step(1, { subject: 'Flu shots', unless: ['opened'] })]
    expect(stepIssues('SMS', steps).map(({ path }) => path)).toEqual([
      [0, 'subject'],
      [0, 'unless'],
    ])
    expect(stepIssues('email', steps)).toEqual([])
    expect(stepIssues(undefined, steps)).toEqual([])
    expect(stepIssues('SMS', [step(1, { subject: '' })])).toEqual([])
  })

  test('refuses a first step that waits', () => {
    expect(stepIssues('email', [step(1, { wait: { value: 1, unit: 'day' } })])).toEqual([
      { path: [0, 'wait'], message: 'The first step waits for nothing' },
    ])
  })
})

test('stepsOf takes content and subject as step 1 when the body has no steps [OPEN-021]', () => {
  const own = [{ position: 1 }]
  expect(stepsOf({ steps: own })).toBe(own)
  expect(stepsOf({ content: 'Hi' })).toEqual([firstStep({ content: 'Hi' })])
  expect(stepsOf({ subject: 'Flu' })).toEqual([{ ...firstStep({}), subject: 'Flu', content: '' }])
  expect(stepsOf({})).toBeNull()
})

test('problems bar the launch and warnings do not', () => {
  expect(problemOf('nobody')).toEqual({
    ...{ code: 'nobody', level: 'problem', step: null, from: null, to: null },
    message: PROBLEM_SENTENCES.nobody,
  })
  expect([barsLaunch([{ level: 'warning' }]), barsLaunch([problemOf('past')]), barsLaunch([])]).toEqual([
    ...[false, true, false],
  ])
})

test('audienceOf takes patientIds and importId as audiences [OPEN-021]', () => {
  expect(audienceOf({ patientIds: ['p1'] })).toEqual({ kind: 'patients', patientIds: ['p1'] })
  expect(audienceOf({ importId: 'i1' })).toEqual({ kind: 'import', importId: 'i1' })
  expect([audienceOf({ audience: null }), audienceOf({})]).toEqual([null, undefined])
})
