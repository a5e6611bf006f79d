import { expect, test } from 'vitest'
import { type Answers, type Facts, ruleHolds } from './facts.rules.ts'
import type { FlowRule } from './flow.ts'
import { chatFacts } from './front-desk.suite.ts'

const heard = (value: string | number | boolean, label = String(value)) => ({
  value,
  label,
  nodeId: 'q',
  verified: false,
})
const answers: Answers = {
  wish: heard('o1', 'Refill a prescription'),
  medicine: heard('Lisinopril, 10 mg'),
  left: heard(3),
  agreed: heard(true, 'Yes'),
  birthdate: heard('1968-03-14'),
}

test.each<[FlowRule, boolean]>([
  [{ field: 'wish', op: 'is', value: 'o1' }, true],
  [{ field: 'wish', op: 'is', value: 'REFILL a prescription!' }, true],
  [{ field: 'wish', op: 'isNot', value: 'Book a visit' }, true],
  [{ field: 'wish', op: 'isNot', value: 'refill a prescription' }, false],
  [{ field: 'medicine', op: 'has', value: 'lisinopril' }, true],
  [{ field: 'medicine', op: 'has', value: 'lisin' }, false],
  [{ field: 'left', op: 'is', value: '3' }, true],
  [{ field: 'left', op: 'is', value: '' }, false],
  [{ field: 'left', op: 'more', value: 2 }, true],
  [{ field: 'left', op: 'more', value: 3 }, false],
  [{ field: 'left', op: 'less', value: '4' }, true],
  [{ field: 'medicine', op: 'more', value: 1 }, false],
  [{ field: 'agreed', op: 'is', value: true }, true],
  [{ field: 'agreed', op: 'is', value: 'yes' }, true],
  [{ field: 'birthdate', op: 'before', value: '1970-01-01' }, true],
  [{ field: 'birthdate', op: 'after', value: '1970-01-01' }, false],
  [{ field: 'medicine', op: 'before', value: '1970-01-01' }, false],
  [{ field: 'left', op: 'known' }, true],
  [{ field: 'left', op: 'unknown' }, false],
  [{ field: 'absent', op: 'known' }, false],
  [{ field: 'absent', op: 'unknown' }, true],
  [{ field: 'absent', op: 'isNot', value: 'x' }, false],
  [{ field: 'toString', op: 'known' }, false],
  [{ field: 'open', op: 'is', value: true }, true],
  [{ field: 'onFile', op: 'is', value: true }, false],
  [{ field: 'language', op: 'is', value: 'en' }, true],
  [{ field: 'channel', op: 'isNot', value: 'sms' }, true],
])('ruleHolds judges %j as %j', (rule, holds) => {
  expect(ruleHolds(rule, answers, chatFacts)).toBe(holds)
})

test('ruleHolds holds nothing when there is no rule, and reads facts before answers of the same name', () => {
  const closed: Facts = { ...chatFacts, open: false }
  expect(ruleHolds(undefined, answers, chatFacts)).toBe(false)
  expect(ruleHolds({ field: 'open', op: 'is', value: true }, { open: heard(true) }, closed)).toBe(false)
})
