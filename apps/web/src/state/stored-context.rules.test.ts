import { expect, test } from 'vitest'
import { initialContext } from './main-context.rules.ts'
import { parseContext } from './stored-context.rules.ts'

test.each([null, '', 'not json', '[]', '"text"', 'null', '7', '{'])(
  'parseContext returns the initial state when %j is stored [DESIGN-12]',
  (stored) => {
    expect(parseContext(stored)).toEqual(initialContext())
  },
)

test('parseContext resets a broken part, keeps the others and drops unknown keys [DESIGN-12]', () => {
  const stored = {
    ...initialContext(),
    activeOrgId: 'org_1',
    user: { name: 'no id' },
    unreadMessagesCount: -1,
    appointmentPage: 0,
    appointmentFilter: { provider: 'doc_1', searchStr: 7 },
    patientFilter: 'gone',
    automation: { activeStep: 2, conditions: 'all', actions: [{ a: 1 }] },
    message: 'nothing of a patient belongs here',
  }
  expect(parseContext(JSON.stringify(stored))).toEqual({
    ...initialContext(),
    activeOrgId: 'org_1',
    appointmentFilter: { ...initialContext().appointmentFilter, provider: 'doc_1' },
    automation: { activeStep: 2, trigger: null, conditions: [], actions: [{ a: 1 }] },
  })
})

test('parseContext survives a value of another version, a huge one and endless nesting [DESIGN-12] [OPEN-017]', () => {
  const older = { user: { _id: 'usr_1' }, orgs: ['org_1'], activeOrganization: 'org_1', counts: [1, 2] }
  expect(parseContext(JSON.stringify(older))).toEqual({ ...initialContext(), user: { _id: 'usr_1' } })
  const huge = { ...initialContext(), appointmentPage: 3, junk: 'x'.repeat(3_000_000) }
  expect(parseContext(JSON.stringify(huge))).toEqual({ ...initialContext(), appointmentPage: 3 })
  expect(parseContext('['.repeat(200_000))).toEqual(initialContext())
  expect(parseContext('{"__proto__":{"polluted":1},"constructor":{}}')).toEqual(initialContext())
  expect(Object.keys(parseContext(JSON.stringify(huge)))).toEqual(Object.keys(initialContext()))
})

test.each([
  ['who', 'who'],
  [null, null],
  [{ id: 'who' }, null],
  [7, null],
])('parseContext keeps a block id, and drops %j of an older version [ENTITY-17] [OPEN-034]', (activeElement, kept) => {
  const chatbot = { activeFlowData: { _id: 'bot_1' }, activeElement }
  expect(parseContext(JSON.stringify({ ...initialContext(), chatbot })).chatbot).toEqual({
    activeFlowData: { _id: 'bot_1' },
    activeElement: kept,
  })
})
