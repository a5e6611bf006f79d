import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import { frontDesk } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { expect, test } from 'vitest'
import {
  freshAction,
  freshRule,
  keyOf,
  keysOf,
  leadEvent,
  moved,
  NONE,
  otherProblems,
  portProblem,
  ruleFields,
  textProblem,
  unnumbered,
  wordsIn,
} from './settings.rules.ts'

const node = (id: string) => {
  const found = frontDesk().nodes.find((one) => one.id === id)
  if (found === undefined) throw new Error(`No block ${id}`)
  return found
}
const finding = (more: Partial<Finding>): Finding => ({
  ...{ code: 'dead_end', severity: 'error', nodeId: 'help', message: 'A problem' },
  ...more,
})

test('a port is connected by its choice, and left open by none', () => {
  const flow = frontDesk()
  expect(leadEvent(flow, node('help'), 'book', 'done')).toEqual({
    ...{ type: 'CONNECT', source: 'help', port: 'book', target: 'done' },
  })
  expect(leadEvent(flow, node('help'), 'book', NONE)).toEqual({ type: 'DISCONNECT', ids: ['e3'] })
})

test('problems are told at the field that has them, and the rest above', () => {
  const all = [
    finding({ port: 'bill' }),
    finding({ code: 'same_answer', port: 'book', message: 'Use other words' }),
    finding({ code: 'unset_variable', message: 'Not known here' }),
    finding({ code: 'unreachable', message: 'Nothing leads here' }),
  ]
  expect(portProblem(all, 'bill')).toBe('Goes nowhere. Pick a block')
  expect(portProblem(all, 'book')).toBe('Use other words')
  expect(portProblem(all, 'refill')).toBeUndefined()
  expect(textProblem(all)).toBe('Not known here')
  expect(otherProblems(all).map(({ message }) => message)).toEqual(['Nothing leads here'])
})

test('the keys of a flow are those of its questions and their fields', () => {
  expect(keysOf(frontDesk())).toEqual(['wish', 'fullName', 'birthdate', 'mobile', 'medicine'])
  expect(ruleFields(frontDesk()).map(({ label }) => label)).toContain('Full name')
})

test('a rule begins with a value that its field can have', () => {
  expect(freshRule('open')).toEqual({ field: 'open', op: 'is', value: true })
  expect(freshRule('language')).toEqual({ field: 'language', op: 'is', value: 'es' })
  expect(freshRule('channel')).toEqual({ field: 'channel', op: 'is', value: 'sms' })
  expect(freshRule('medicine')).toEqual({ field: 'medicine', op: 'known' })
})

test('answers change places and lose their numbers, so that none is missing [RULE-15]', () => {
  const all = [
    { id: 'a', sequence: 1 },
    { id: 'b', sequence: 2 },
    { id: 'c', sequence: 3 },
  ]
  expect(moved(all, 2, -1)).toEqual([{ id: 'a' }, { id: 'c' }, { id: 'b' }])
  expect(unnumbered(all)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
})

test.each([
  ['Full name', 'fullName'],
  ['Fecha de nacimiento', 'fechaDeNacimiento'],
  ['Niño ', 'nino'],
  ['  ', ''],
])('keyOf makes a key of %j', (typed, key) => {
  expect(keyOf(typed)).toBe(key)
})

test('wordsIn parts words at commas and drops doubles', () => {
  expect(wordsIn('refill, renew ,, refill')).toEqual(['refill', 'renew'])
})

test('an action begins with what the clinic has, and is not offered without', () => {
  const nobody = { staff: [], doctors: [], requestTypes: [], files: { all: [] } }
  const some = {
    ...nobody,
    staff: [{ _id: 'usr_dana', name: 'Dana' }],
    requestTypes: [{ _id: 'billing', name: 'Billing' }],
  }
  expect(freshAction('assign', nobody)).toBeNull()
  expect(freshAction('assign', some)).toEqual({ do: 'assign', user: 'usr_dana' })
  expect(freshAction('setRequestType', nobody)).toBeNull()
  expect(freshAction('setRequestType', some)).toEqual({ do: 'setRequestType', requestType: 'billing' })
  expect(freshAction('webhook', some)).toBeNull()
  expect(freshAction('sendFile', nobody)).toEqual({ do: 'sendFile', fileId: 'none' })
  const withFile = { ...nobody, files: { all: [{ _id: 'fil_1', name: 'form.pdf' }] } }
  expect(freshAction('sendFile', withFile)).toEqual({ do: 'sendFile', fileId: 'fil_1' })
  for (const kind of ['close', 'saveField', 'identify', 'offerTimes', 'addNote', 'verify', 'confirmVisit'] as const)
    expect(freshAction(kind, nobody)).toMatchObject({ do: kind })
})
