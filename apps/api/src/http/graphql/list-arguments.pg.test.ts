import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOREIGN_CAMPAIGNS } from '../../../../../tests/calls/campaign-rows.ts'
import { CEDAR, type Clinics, openClinics } from '../../../../../tests/calls/clinics.ts'
import { FOREIGN_VISITS } from '../../../../../tests/calls/visit-rows.ts'
import { pathOf } from './endpoint.ts'

let clinics: Clinics
beforeAll(async () => {
  clinics = await openClinics()
})
afterAll(() => clinics.close())

interface Answer {
  readonly data?: Readonly<Record<string, readonly { readonly _id: string }[] | null>>
  readonly errors?: readonly { readonly extensions: { readonly reason: string; readonly issues: readonly object[] } }[]
}

async function ask(list: string, asked: { limit: number; after?: string }): Promise<Answer> {
  const query = `query ($organizationId: ID, $limit: Int, $after: ID) {
    ${list}(organizationId: $organizationId, limit: $limit, after: $after) { _id }
  }`
  const response = await fetch(clinics.url + pathOf('main'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${clinics.staff.lena.token}` },
    body: JSON.stringify({ query, variables: { organizationId: CEDAR.id, ...asked } }),
  })
  return (await response.json()) as Answer
}

async function idsOf(list: string, asked: { limit: number; after?: string }): Promise<string[]> {
  const { data, errors } = await ask(list, asked)
  expect(errors).toBeUndefined()
  return (data?.[list] ?? []).map(({ _id }) => _id)
}

const LISTS = [
  ['patients', 'p9'],
  ['doctors', FOREIGN_VISITS.doctorId],
  ['campaigns', FOREIGN_CAMPAIGNS.campaignId],
] as const

test.each(LISTS)(
  'the list %s has every row once when it is read by 2 after the last row of the page before',
  async (list) => {
    const all = await idsOf(list, { limit: 100 })
    expect(all.length).toBeGreaterThan(2)
    const walked: string[] = []
    for (;;) {
      const after = walked.at(-1)
      const page = await idsOf(list, { limit: 2, ...(after === undefined ? {} : { after }) })
      if (page.length === 0) break
      walked.push(...page)
    }
    expect(walked).toEqual(all)
  },
)

test.each(LISTS)(
  'the list %s refuses a row that is absent and one of another organization alike',
  async (list, foreign) => {
    for (const after of ['0199f0aa-3c00-7000-8000-00000000dead', foreign]) {
      const { data, errors } = await ask(list, { limit: 2, after })
      expect(data?.[list]).toBeNull()
      expect(errors?.map(({ extensions: { reason, issues } }) => ({ reason, issues }))).toEqual([
        { reason: 'not_valid', issues: [{ path: 'after', message: 'No row of this list' }] },
      ])
    }
  },
)

test('a list refuses a cursor and a row at once', async () => {
  const { call } = clinics.staff.lena
  const { cursor } = await call('doctors', { query: { organizationId: CEDAR.id, limit: 1 } })
  const both = { organizationId: CEDAR.id, limit: 1, cursor: cursor ?? '', after: 'doctor1' }
  await expect(call('doctors', { query: both })).rejects.toThrow('400')
})
