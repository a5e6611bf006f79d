import { expect, test } from 'vitest'
import { initialContext } from './main-context.rules.ts'
import { parseContext } from './stored-context.rules.ts'

test.each([null, '', 'not json', '[]', '"text"', 'null', '7', '{'])(
  '[DESIGN-12] %j starts from the initial state',
  (stored) => {
    expect(parseContext(stored)).toEqual(initialContext())
  },
)

test('[DESIGN-12] a broken part starts anew, the others stay, unknown keys go', () => {
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
