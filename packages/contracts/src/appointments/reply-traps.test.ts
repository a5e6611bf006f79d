/** Replies that look like confirmations and are none, and replies about some of several visits. */
import { expect, test } from 'vitest'
import { type AskedVisit, interpretReply } from './replies.rules.ts'
import { confirmations, confirmationsOfTomorrow, noConfirmations } from './replies.suite.ts'

const thursday = { date: '2026-11-26', weekday: 'thursday', daysAway: 2 }
const rosalind: AskedVisit = {
  ...{ appointmentId: 'r', patientId: 'rosalind', firstName: 'Rosalind', gender: 'female', time: '09:30' },
  ...thursday,
}
const elias: AskedVisit = { ...rosalind, appointmentId: 'e', patientId: 'elias', firstName: 'Elias', gender: 'male' }
const family = [rosalind, { ...elias, time: '10:00' }]
const members = [rosalind, elias].map(({ patientId: id, firstName }) => ({ id, firstName }))

function read(text: string, asked: readonly AskedVisit[], about = { patientId: 'rosalind' as string | null, members }) {
  const { verdicts, isPlainConfirmation } = interpretReply(text, asked, about)
  const said = verdicts.map(({ appointmentId, as }) => `${appointmentId}:${as}`).join(' ')
  return `${said || 'nothing'}${isPlainConfirmation ? '!' : ''}`
}

const alone = { patientId: 'rosalind', members: members.slice(0, 1) }

test.each(noConfirmations)('interpretReply confirms nothing when the patient writes %j', (text) => {
  const { verdicts, isPlainConfirmation } = interpretReply(text, [rosalind], alone)
  expect(verdicts.filter(({ as }) => as === 'confirm')).toEqual([])
  expect(isPlainConfirmation).toBe(false)
})

test('interpretReply confirms for 0 of the replies that are no confirmation, and for 95 of 100 that are one', async ({
  annotate,
}) => {
  const tomorrow = { ...rosalind, time: '14:30', date: '2026-11-25', weekday: 'wednesday', daysAway: 1 }
  const confirms = (asked: AskedVisit) => (text: string) => read(text, [asked], alone) === 'r:confirm!'
  const wrong = noConfirmations.filter(confirms(rosalind)).length
  const right =
    confirmations.filter(confirms(rosalind)).length + confirmationsOfTomorrow.filter(confirms(tomorrow)).length
  const all = confirmations.length + confirmationsOfTomorrow.length
  await annotate(
    `${wrong} of ${noConfirmations.length} confirm wrongly; ${right} of ${all} plain confirmations confirm`,
  )
  expect(noConfirmations.length).toBeGreaterThan(490)
  expect(all).toBeGreaterThan(400)
  expect(wrong).toBe(0)
  expect(right / all).toBeGreaterThanOrEqual(0.95)
})

test('interpretReply leaves to a person what it does not understand', () => {
  const left = [
    'Ok, my insurance changed',
    'Yes and I need a refill',
    'Afternoon works',
    'Thursday or Friday works',
    'C R',
  ]
  for (const text of left) expect(read(text, [rosalind], alone), text).toBe('r:unclear')
})

const onlyRosalind = [rosalind]
const nextTuesday = { ...rosalind, appointmentId: 't', date: '2026-12-01', weekday: 'tuesday', daysAway: 7 }
const atTen = { ...rosalind, appointmentId: 'ten', time: '10:00' }
const liam: AskedVisit = { ...elias, appointmentId: 'l', patientId: 'liam', firstName: 'Liam' }
const ava: AskedVisit = { ...rosalind, appointmentId: 'a', patientId: 'ava', firstName: 'Ava', time: '10:00' }

test.each([
  ["Elias can't come", 'nothing'],
  ["Please cancel Elias's visit", 'nothing'],
  ['Elias is running late', 'nothing'],
  ['Elias needs a refill', 'nothing'],
  ['Elias yes', 'nothing'],
  ['Yes for Elias', 'nothing'],
  ['Elias will be there', 'nothing'],
  ['Elias no puede ir', 'nothing'],
  ["Elias can't come. He is sick", 'nothing'],
  ["Elias can't come, sorry", 'nothing'],
  ['This is Elias, yes', 'nothing'],
  ['Hi this is Elias. Please reschedule', 'nothing'],
  ['Yes for me, but Elias is ill', 'r:confirm'],
  ["Rosalind yes, Elias can't", 'r:confirm'],
  ["Elias can't come but I will be there", 'r:confirm'],
  ['Elias and Rosalind will be there', 'r:confirm'],
  ['Yes, me and Elias', 'r:confirm'],
  ['Yes, Elias will be there', 'r:unclear'],
  ['Yes, Elias', 'nothing'],
  ['Rosalind yes, Elias needs a refill', 'r:unclear'],
  ['Can Elias come too? Yes', 'nothing'],
  ['C', 'r:confirm!'],
])('interpretReply says nothing about Rosalind, who alone was asked, by what %j says about Elias', (text, verdicts) => {
  expect(read(text, onlyRosalind)).toBe(verdicts)
})

test.each([
  ['Yes for me, but Elias is ill', 'r:confirm e:unclear'],
  ['Rosalind is all set', 'r:confirm!'],
  ['Rosalind is confirmed, Elias maybe', 'r:confirm e:unclear'],
  ['9:30 works', 'r:confirm!'],
  ['Yes, 9:30 works', 'r:confirm!'],
  ['C, see you at 10', 'e:confirm!'],
  ['See you Thursday at 9:30', 'r:confirm!'],
  ['See you both Thursday at 9:30', 'r:unclear e:unclear'],
  ['Both at 10', 'r:unclear e:unclear'],
  ['11 works', 'r:unclear e:unclear'],
  ['He will be there', 'e:confirm!'],
  ['She will be there', 'r:confirm!'],
  ["He can't make it", 'e:reschedule'],
  ["Yes for Rosalind. Elias can't, he is sick", 'r:confirm e:reschedule'],
  ['Yes, Elias. See you then', 'e:confirm!'],
  ['Is Rosalind, Elias confirmed', 'r:unclear e:unclear'],
  ['Is Rosalind and Elias confirmed', 'r:unclear e:unclear'],
  ["Rosalind will be there and Elias won't", 'r:confirm e:reschedule'],
  ['Rosalind: C, Elias: maybe', 'r:confirm e:unclear'],
  ['Rosalind yes but Elias needs to see somebody else', 'r:unclear e:unclear'],
  ['Yes and Elias too', 'r:confirm e:confirm!'],
  ['Yes except Elias', 'e:unclear'],
  ["I'll be there but not Elias", 'r:confirm e:reschedule'],
  ['R for Elias, C for Rosalind', 'r:confirm e:reschedule'],
  ['Rosalind at 10 and Elias at 9:30', 'r:unclear e:unclear'],
  ['Both yes. Actually no', 'r:unclear e:unclear'],
  ["my son can't but I can", 'r:unclear e:unclear'],
  ['yes both', 'r:confirm e:confirm!'],
  ['Yes to both, thank you', 'r:confirm e:confirm!'],
  ['We will be there', 'r:confirm e:confirm!'],
  ['Morning works', 'r:confirm e:confirm!'],
  ['Yes but Elias', 'e:confirm!'],
])('interpretReply finds whose visit of a family is meant when the patient writes %j', (text, verdicts) => {
  expect(read(text, family)).toBe(verdicts)
})

test.each([
  ['Yes for Thursday', 'r:confirm!'],
  ['Yes, Thursday', 'r:confirm!'],
  ['Yes. Thursday works', 'r:confirm!'],
  ['Thursday is fine but Tuesday is not', 'r:confirm t:reschedule'],
  ["Yes for Thursday, can't do Tuesday", 'r:confirm t:reschedule'],
  ['Thursday yes, Tuesday no', 'r:confirm t:reschedule'],
  ['Yes for Thursday and Tuesday', 'r:confirm t:confirm!'],
  ['Yes for Friday', 'r:unclear t:unclear'],
  ['both', 'r:unclear t:unclear'],
  ['yes both', 'r:confirm t:confirm!'],
  ['9:30 works', 'r:confirm t:confirm!'],
  ['See you the 26th', 'r:confirm!'],
  ['next Tuesday works', 't:confirm!'],
  ['sí para el martes', 't:confirm!'],
  ['Yes for Thursday, not sure about Tuesday', 'r:unclear t:unclear'],
])('interpretReply confirms only the visit of the day when %j is about Thursday and next Tuesday', (text, verdicts) => {
  expect(read(text, [rosalind, nextTuesday])).toBe(verdicts)
})

test('interpretReply confirms only the visit of the time when one patient has two on a day', () => {
  expect(read('9:30 works', [rosalind, atTen])).toBe('r:confirm!')
  expect(read('10 is good', [rosalind, atTen])).toBe('ten:confirm!')
  expect(read('Yes for Thursday', [rosalind, atTen, nextTuesday])).toBe('r:unclear ten:unclear t:unclear')
  expect(read('yes both', [rosalind, atTen, nextTuesday])).toBe('r:unclear ten:unclear t:unclear')
})

test('interpretReply takes he and she only for the one patient whom they fit', () => {
  const children = { patientId: null, members: [] }
  expect(read('He will be there', [liam, ava], children)).toBe('l:confirm!')
  expect(read('She will be there', [liam, ava], children)).toBe('a:confirm!')
  expect(read('He will be there', [liam, elias], children)).toBe('l:unclear e:unclear')
  expect(read('He will be there', [{ ...liam, gender: 'unknown' }], children)).toBe('l:confirm!')
  expect(read('He will be there', [{ ...rosalind, gender: 'unknown' }])).toBe('r:unclear')
  expect(read('yes both', [liam, ava], children)).toBe('l:confirm a:confirm!')
  expect(read('Yes for me', [liam, ava], children)).toBe('l:unclear a:unclear')
})

test('interpretReply leaves it to a person when two patients of the number have the name', () => {
  const son = { ...elias, appointmentId: 's', patientId: 'son' }
  expect(read('Elias yes', [elias, son])).toBe('e:unclear s:unclear')
  expect(read('Mary yes', [{ ...rosalind, firstName: 'Mary Ann' }])).toBe('r:confirm!')
})

test.each([
  ['Prefiero el jueves por la tarde', 'r:reschedule'],
  ['mejor el viernes por la tarde', 'r:reschedule'],
  ['Sorry for the late reply. Yes', 'r:confirm!'],
  ['sorry for the late response, I confirm', 'r:confirm!'],
  ['Perdón por la demora. Sí', 'r:confirm!'],
  ["Please don't cancel", 'r:unclear'],
  ['Is it too late to confirm', 'r:unclear'],
  ["I won't be late", 'r:unclear'],
  ['llego 10 minutos tarde', 'r:late'],
  ['Running a little late, be there soon', 'r:late'],
  ['running late, can we do 3pm', 'r:reschedule'],
  ['cancel my appointment', 'r:cancelAsked'],
  ['Yes please cancel', 'r:cancelAsked'],
  ['Can you cancel my visit?', 'r:cancelAsked'],
])('interpretReply tells lateness, wishes and cancelling apart when the patient writes %j', (text, verdicts) => {
  expect(read(text, onlyRosalind)).toBe(verdicts)
})
