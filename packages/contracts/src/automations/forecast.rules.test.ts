import { expect, test } from 'vitest'
import { foresee } from './forecast.rules.ts'
import { confirmVisits, HOUR, NOW, turnFacts, versionOf, visitCause } from './rules.suite.ts'

const ruleOf = (trigger: object) =>
  versionOf(
    { ...confirmVisits, trigger: { ...confirmVisits.trigger, ...trigger } } as typeof confirmVisits,
    'aut_confirm',
  )
const momentsAt = (subjects: readonly (readonly [hours: number, id: string])[]) =>
  subjects.map(([hours, id]) => {
    const cause = visitCause({ moment: NOW + hours * HOUR })
    return { cause: { ...cause, subject: { ...cause.subject, id } } as never, facts: turnFacts }
  })

test('a start above the number of an hour stops the rule, and all later ones are held', () => {
  const moments = momentsAt([
    [0.5, 'a'],
    [1, 'b'],
    [3, 'c'],
  ])
  const { starts, held } = foresee(ruleOf({ perHour: 1 }), moments, NOW)
  expect([starts, held]).toEqual([[NOW + 0.5 * HOUR], 2])
})

test('a subject that started before is not started again in the same look', () => {
  const moments = momentsAt([
    [0.5, 'a'],
    [1, 'b'],
    [3, 'a'],
  ])
  expect(foresee(ruleOf({ repeat: 'never' }), moments, NOW).starts).toHaveLength(2)
  expect(foresee(ruleOf({ repeat: 'always' }), moments, NOW).starts).toHaveLength(3)
})
