import type { Fields } from './examples.ts'
/** Checks the audit rows of every call, successful or refused. */

import type { CallName } from '@foyer/contracts/calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAudited } from '../../apps/api/src/http/audit.ts'
import { openAsking } from './asking.ts'
import { CEDAR, LAKESIDE, type StaffName } from './clinics.ts'
import { staffHeaders } from './credentials.ts'
import { callNames, callOf, needsOrganization, withAccess } from './requests.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterAll(() => asking.close())

interface Row {
  readonly organization_id: string | null
  readonly user_id: string | null
  readonly session_id: string | null
  readonly call: string
  readonly subject: Record<string, string | string[]>
  readonly outcome: string
  readonly request_id: string
}

/** Returns the audit rows that `work` added. */
async function recorded(work: () => Promise<unknown>): Promise<Row[]> {
  const { store } = asking.clinics
  const [before] = await store.query<{ id: string }>('select coalesce(max(id), 0) as id from audit_log')
  await work()
  return store.query<Row>('select * from audit_log where id > $1 order by id', [before?.id])
}

const audited = callNames.filter((name) => isAudited(callOf(name).access))
const titleOf = (name: (typeof callNames)[number]) => `${callOf(name).method} ${callOf(name).path}`
const as = (staff: StaffName, name: CallName) => staffHeaders(asking.clinics, staff, callOf(name))

describe.each(audited)('%s', (name) => {
  const isOfOrganization = needsOrganization.includes(name)
  const isOfVisitor = callOf(name).access === 'visitor'
  /** The token names the organization. */
  const namesItself = isOfVisitor || callOf(name).access === 'listing'

  test('leaves one row that says who made the call, where and about what [OPEN-044]', async () => {
    const input = asking.good(name)
    let requestId: string | null = null
    const all = await recorded(async () => {
      requestId = (await asking.ask(name, input)).headers.get('x-request-id')
    })
    const rows = all.filter(({ request_id }) => request_id === requestId)
    expect(rows).toMatchObject([
      { call: titleOf(name), outcome: 'ok', organization_id: isOfOrganization || namesItself ? CEDAR.id : null },
    ])
    if (isOfVisitor) expect(rows[0]?.user_id).toBe(asking.known.visitor.visitorId)
    else expect(rows[0]?.user_id).toMatch(/^usr_(lena|sam|vera)$/)
    if (!isOfVisitor) expect(rows[0]?.session_id).toEqual(expect.any(String))
    const named = { ...input.query, ...input.body } as Fields
    const ids = Object.entries(named).filter(([field]) =>
      /^(?!organizationId)(user|_id|metric|board|\w+Ids?)$/.test(field),
    )
    expect(rows[0]?.subject).toMatchObject(Object.fromEntries(ids))
  })

  test.runIf(isOfOrganization)(
    "is recorded in the organization's log when it is refused to a member [OPEN-044]",
    async () => {
      const elsewhere = { ...as('sam', name), organizationid: LAKESIDE.id }
      // The header alone names the organization of some calls, so that nothing contradicts it.
      if (callOf(name).organization !== 'header')
        expect(await recorded(() => asking.refused(name, asking.good(name), elsewhere))).toMatchObject([
          { call: titleOf(name), outcome: 'org_mismatch', organization_id: CEDAR.id, user_id: 'usr_sam' },
        ])
      const { query, body } = asking.good(name)
      const wrong = { query: { ...query, surprise: 'Rosalind' }, body }
      const [row] = await recorded(() => asking.refused(name, wrong, as('sam', name)))
      expect(row).toMatchObject({ outcome: 'not_valid', organization_id: CEDAR.id, subject: {} })
    },
  )

  test.runIf(isOfOrganization)(
    'is recorded in system scope and in no organization when it is refused to a stranger [OPEN-044]',
    async () => {
      const rows = await recorded(() => asking.refused(name, asking.good(name), as('omar', name)))
      expect(rows).toMatchObject([
        { call: titleOf(name), outcome: 'not_allowed', organization_id: null, user_id: 'usr_omar' },
      ])
      expect(rows[0]?.subject.organizationIds).toBe(CEDAR.id)
    },
  )
})

/** The tests above have already made these calls, which work only once. */
const MADE: readonly CallName[] = [
  ...(['undo', 'addCannedMessage', 'invite', 'keepScheduledMessage', 'botStart', 'botTakeOver'] as const),
  ...(['undoAppointments', 'undoDoctors', 'bookAppointment', 'startImport', 'launchCampaign'] as const),
  ...(['addDashboardView', 'publishAutomation'] as const),
]

test.each(audited.filter((name) => callOf(name).idempotent && !MADE.includes(name)))(
  '%s leaves another row when it is repeated with its key [OPEN-044]',
  async (name) => {
    const who = callOf(name).access === 'admin' ? 'sam' : 'lena'
    const headers = { ...as(who, name), 'idempotency-key': `audit of ${name}` }
    const answers: unknown[] = []
    const rows = await recorded(async () => {
      for (let time = 0; time < 2; time++) answers.push((await asking.ask(name, asking.good(name), headers)).body)
    })
    expect(answers[1]).toEqual(answers[0])
    expect(rows).toMatchObject(Array(2).fill({ call: titleOf(name), outcome: 'ok', user_id: `usr_${who}` }))
  },
)

test.each(withAccess('relay', 'carrier'))('%s leaves no row because its caller is not a person', async (name) => {
  expect(await recorded(() => asking.ask(name, asking.good(name)))).toEqual([])
})

test('call without a valid token leaves no row, because its caller is unknown [OPEN-044]', async () => {
  for (const name of audited)
    expect(await recorded(() => asking.refused(name, asking.good(name), { authorization: 'Bearer x' })), name).toEqual(
      [],
    )
})
