import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answeredOf, askedOf, checkAnswers } from './answers.rules.ts'
import { readQuestionnaire } from './questionnaire.rules.ts'

const of = (...item: object[]) => ({ resourceType: 'Questionnaire', title: 'Intake', status: 'active', item })
const SMOKES = { linkId: 'smokes', type: 'boolean', text: 'Do you smoke?', required: true }
const HOW_MANY = {
  ...{ linkId: 'many', type: 'integer', text: 'How many a day?', required: true },
  enableWhen: [{ question: 'smokes', operator: '=', answerBoolean: true }],
}
const problemsOf = (...item: object[]) => readQuestionnaire(of(...item)).problems
const itemsOf = (...item: object[]) => readQuestionnaire(of(...item)).items

test('a questionnaire is read with its groups, choices of a contained value set and conditions', () => {
  const contained = [
    { resourceType: 'ValueSet', id: 'yn', compose: { include: [{ concept: [{ code: 'y', display: 'Yes' }] }] } },
  ]
  const group = { linkId: 'g', type: 'group', text: 'About you', item: [SMOKES, HOW_MANY] }
  const choice = { linkId: 'c', type: 'choice', text: 'Really?', answerValueSet: '#yn', repeats: true }
  const read = readQuestionnaire({ ...of(group, choice), contained })
  expect(read.problems).toEqual([])
  expect(read.items).toMatchObject([
    {
      linkId: 'g',
      items: [{ linkId: 'smokes', when: null }, { when: { all: false, conditions: [{ value: 'true' }] } }],
    },
    { linkId: 'c', repeats: true, options: [{ code: 'y', label: 'Yes' }] },
  ])
})

test.each([
  ['an attachment', { type: 'attachment' }, 'The type attachment is not supported'],
  ['a reference', { type: 'reference' }, 'The type reference is not supported'],
  ['a foreign value set', { type: 'choice', answerValueSet: 'http://x.test/vs' }, 'does not contain'],
  ['an extension that changes its meaning', { modifierExtension: [{}] }, 'modifierExtension is not supported'],
  ['an expression', { extension: [{ url: 'calculatedExpression' }] }, 'extension is not supported'],
  ['a group that repeats', { type: 'group', repeats: true }, 'not groups'],
  ['a choice without choices', { type: 'choice' }, 'no choices'],
  ['a choice without words', { type: 'choice', answerOption: [{ valueString: 'Tea' }, null] }, 'no words'],
  [
    'a condition on a stranger',
    { enableWhen: [{ question: 'x', operator: 'exists', answerBoolean: true }] },
    'not in the form',
  ],
  ['a field of the page itself', { linkId: 'token' }, 'linkId itself'],
])('%s is refused by name, so that nothing is left out silently', (_, more, why) => {
  const found = problemsOf(SMOKES, { linkId: 'odd', type: 'string', text: 'Odd', ...more })
  expect(found.map((one) => one.why).join()).toContain(why)
  expect(found[0]?.linkId).toBe('linkId' in more ? more.linkId : 'odd')
})

test.each([
  ['choices', { type: 'choice', answerOption: [null, 7, [], { valueCoding: { code: {} } }] }],
  ['a value set', { type: 'choice', answerValueSet: '#odd' }],
  ['conditions', { enableWhen: [null, { question: 7, operator: '=', answerCoding: { code: { toString: 1 } } }] }],
  ['items', { item: [null, 'x', { linkId: {}, type: [] }] }],
])('a questionnaire with anything in place of %s is refused without a failure', (_, more) => {
  const contained = [
    null,
    { resourceType: 'ValueSet', id: 'odd', compose: { include: [null] }, expansion: { contains: {} } },
  ]
  const odd = { linkId: 'odd', type: 'string', text: 'Odd', ...more }
  expect(readQuestionnaire({ ...of(SMOKES, odd), contained }).problems).not.toEqual([])
})

test('questions beyond the limits of number and depth are refused', () => {
  const many = Array.from({ length: 301 }, (_, at) => ({ linkId: `q${at}`, type: 'string', text: 'Q' }))
  expect(problemsOf(...many).map(({ why }) => why)).toEqual(['It has more than 300 questions'])
  const deep = (level: number): object => ({
    ...{ linkId: `d${level}`, type: 'group', text: 'G' },
    item: level === 7 ? [SMOKES] : [deep(level + 1)],
  })
  expect(problemsOf(deep(1)).map(({ why }) => why)).toContain('It lies deeper than 6 levels')
})

test('a question that is not asked needs no answer, and its answer is not kept', () => {
  const items = itemsOf(SMOKES, HOW_MANY)
  expect(checkAnswers(items, { smokes: ['false'], many: ['20'] })).toEqual({
    issues: [],
    items: [{ linkId: 'smokes', text: 'Do you smoke?', answer: [{ valueBoolean: false }] }],
  })
  expect(checkAnswers(items, { smokes: ['true'] }).issues).toEqual([
    { linkId: 'many', message: 'Please answer this question' },
  ])
  expect(checkAnswers(items, { smokes: ['true'], many: ['20'] }).items[1]).toMatchObject({
    answer: [{ valueInteger: 20 }],
  })
})

test('items that depend on each other in a circle are not asked', () => {
  const circle = (linkId: string, question: string) => ({
    ...{ linkId, type: 'string', text: linkId },
    enableWhen: [{ question, operator: 'exists', answerBoolean: false }],
  })
  expect([...askedOf(itemsOf(SMOKES, circle('a', 'b'), circle('b', 'a')), {})]).toContain('smokes')
})

test.each([
  ['>', 'answerInteger', 17, '18', true],
  ['>=', 'answerDate', '2000-01-01', '1999-12-31', false],
  ['!=', 'answerString', 'a', 'b', true],
  ['<', 'answerDecimal', 1.5, '1.25', true],
  ['=', 'answerCoding', { code: 'y' }, 'y', true],
])('a condition by %s on %s holds when it should', (operator, key, value, answer, asked) => {
  const type = { answerInteger: 'integer', answerDate: 'date', answerDecimal: 'decimal' }[key] ?? 'string'
  const items = itemsOf(
    { linkId: 'q', type, text: 'Q' },
    { linkId: 'then', type: 'string', text: 'T', enableWhen: [{ question: 'q', operator, [key]: value }] },
  )
  expect(askedOf(items, { q: [answer] }).has('then')).toBe(asked)
})

test('a condition on a time holds for the same minute, however FHIR writes it', () => {
  const asks = (type: string, key: string, value: string, answer: string) =>
    askedOf(
      itemsOf(
        { linkId: 'q', type, text: 'Q' },
        { linkId: 'then', type: 'string', text: 'T', enableWhen: [{ question: 'q', operator: '=', [key]: value }] },
      ),
      { q: [answer] },
    ).has('then')
  expect(asks('time', 'answerTime', '14:30:00', '14:30')).toBe(true)
  expect(asks('time', 'answerTime', '14:30:00.000', '14:30')).toBe(true)
  expect(asks('time', 'answerTime', '14:30:00', '14:31')).toBe(false)
  expect(asks('dateTime', 'answerDateTime', '2026-11-19T14:30:00-06:00', '2026-11-19T14:30')).toBe(true)
  expect(asks('string', 'answerString', '14:30:00', '14:30:00')).toBe(true)
  const [offered] = itemsOf({ linkId: 'q', type: 'choice', text: 'Q', answerOption: [{ valueTime: '14:30:00' }] })
  expect(offered?.options).toEqual([{ code: '14:30', label: '14:30' }])
})

test.each([
  ['time', { valueTime: '08:00:00' }, '08:00'],
  ['dateTime', { valueDateTime: '2026-11-19T08:00:00Z' }, '2026-11-19T08:00'],
])('an answer that a %s has at first is one that the page may send back', (type, initial, shown) => {
  const items = itemsOf({ linkId: 'q', type, text: 'Q', initial: [initial] })
  expect(items[0]?.initial).toEqual([shown])
  expect(checkAnswers(items, { q: [shown] }).issues).toEqual([])
})

test('a choice has the answers at first that its form selects, and only one unless it repeats', () => {
  const answerOption = ['a', 'b', 'c'].map((code) => ({
    ...{ valueCoding: { code, display: code.toUpperCase() }, initialSelected: code !== 'b' },
  }))
  const choice = { linkId: 'q', type: 'choice', text: 'Q', answerOption }
  expect(itemsOf({ ...choice, repeats: true })[0]?.initial).toEqual(['a', 'c'])
  expect(problemsOf({ ...choice, repeats: true })).toEqual([])
  expect(problemsOf(choice).map(({ why }) => why)).toEqual(['More than one of its choices is chosen at first'])
  expect(itemsOf({ ...choice, answerOption: answerOption.slice(0, 2) })[0]?.initial).toEqual(['a'])
})

test.each([
  ['integer', '1.5'],
  ['decimal', '1e3'],
  ['date', '2026-02-30'],
  ['time', '25:00'],
  ['dateTime', '2026-01-01'],
  ['boolean', 'yes'],
  ['string', 'a\u0000b'],
  ['string', 'x'.repeat(501)],
])('an answer to %s is refused when it is none', (type, answer) => {
  const { issues } = checkAnswers(itemsOf({ linkId: 'q', type, text: 'Q' }), { q: [answer] })
  expect(issues).toHaveLength(1)
})

test('a question takes several answers only when it repeats, and at most five', () => {
  const ask = (more: object, answers: string[]) =>
    checkAnswers(itemsOf({ linkId: 'q', type: 'string', text: 'Q', ...more }), { q: answers }).issues.length
  expect([ask({}, ['a', 'b']), ask({ repeats: true }, ['a', 'b']), ask({ repeats: true }, [...'abcdef'])]).toEqual([
    1, 0, 1,
  ])
})

test('the answers are read as people read them', () => {
  const items = itemsOf(SMOKES, {
    ...{ linkId: 'c', type: 'open-choice', text: 'Drink', repeats: true },
    answerOption: [{ valueCoding: { code: 't', display: 'Tea' } }],
  })
  const { items: response } = checkAnswers(items, { smokes: ['true'], c: ['t', 'Water'] })
  expect(answeredOf(response)).toEqual([
    { linkId: 'smokes', question: 'Do you smoke?', answers: ['Yes'] },
    { linkId: 'c', question: 'Drink', answers: ['Tea', 'Water'] },
  ])
})

test("FHIR's own examples are read or refused with each reason", () => {
  const load = (name: string) =>
    readQuestionnaire(
      JSON.parse(readFileSync(`${import.meta.dirname}/../../../../apps/api/src/seed/data/forms/${name}.json`, 'utf8')),
    )
  expect(load('glasgow').problems).toEqual([])
  expect(load('glasgow').items).toHaveLength(3)
})
