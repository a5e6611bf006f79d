import { describe, expect, test } from 'vitest'
import { campaignExample, campaignSchema } from './campaign.ts'
import { addCampaign, saveCampaign } from './campaign-calls.ts'
import { campaignAudience, launchCampaign, testCampaign } from './launch-calls.ts'
import { campaignDashboard } from './results-calls.ts'

const good = { organizationId: 'org_cedar', name: 'Flu shots', type: 'SMS' }
const add = (body: object) => addCampaign.body.safeParse({ ...good, ...body })
const issuesOf = (body: object) => add(body).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
const pathsOf = (body: object) => issuesOf(body).map(([path]) => path)

describe('addCampaign', () => {
  test('takes the body of the specification and fills in the rest [CALL-CAMPAIGN-02] [OPEN-021]', () => {
    const body = {
      ...good,
      content: 'Hi',
      patientIds: ['p1', 'p2'],
      scheduledAt: '2026-11-20T10:30:00-06:00',
      timezone: 'America/Chicago',
    }
    expect(addCampaign.body.parse(body)).toEqual({
      ...body,
      ...{ purpose: 'care', clock: 'patient', perHour: 200, fallbacks: {}, trackLinks: true, trackOpens: false },
    })
    expect(add({ type: 'email', subject: 'Flu shots', content: 'Hi', importId: 'i1' }).success).toBe(true)
    expect(add({}).success).toBe(true)
  })

  test.each([
    [{ name: undefined }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ organizationId: undefined }, 'organizationId'],
    [{ type: 'fax' }, 'type'],
    [{ type: undefined }, 'type'],
    [{ subject: 'Flu shots' }, 'subject'],
    [{ patientIds: ['p1'], importId: 'i1' }, 'importId'],
    [{ patientIds: ['p1', 'p1'] }, 'patientIds'],
    [{ patientIds: [] }, 'patientIds'],
    [{ content: 'Hi', steps: [{ position: 1, content: 'Hi' }] }, 'steps'],
    [{ audience: { kind: 'everybody' } }, 'audience.kind'],
    [{ audience: { kind: 'filters', rules: [{ field: 'age', op: 'is', value: 1 }] } }, 'audience.rules.0.op'],
    [{ steps: [{ position: 1, unless: ['opened'] }] }, 'steps.0.unless'],
    [{ steps: [{ position: 1, subject: 'Flu shots' }] }, 'steps.0.subject'],
    [{ perHour: 0 }, 'perHour'],
    [{ failurePercent: 4 }, 'failurePercent'],
    [{ timezone: 'America/Nowhere' }, 'timezone'],
    [{ type: 'email', subject: 'Flu\r\nBcc: all@clinic.example' }, 'subject'],
  ])('names the field of %j that is wrong', (body, field) => {
    expect(pathsOf(body)).toEqual([field])
  })

  test('says how a time of day is written when it is impossible [OPEN-041]', () => {
    expect(issuesOf({ scheduledAt: '2026-11-20T25:00:00Z' })).toEqual([['scheduledAt', 'Time must be HH:MM']])
    expect(pathsOf({ scheduledAt: '2026-11-31T10:00:00Z' })).toEqual(['scheduledAt'])
  })

  test('says what is wrong with the numbers of steps [RULE-15] [RULE-16] [RULE-17]', () => {
    const steps = (...positions: number[]) => issuesOf({ steps: positions.map((position) => ({ position })) })
    expect(steps(2, 3)).toEqual([['steps', 'Sequence numbers must start with 1.']])
    expect(steps(1, 2, 2, 3)).toEqual([['steps', 'Repeated sequence number: 2.']])
    expect(steps(1, 3)).toEqual([['steps', 'Missing sequence number: 2.']])
    expect(steps(1, 2)).toEqual([['steps', 'A campaign has one step.']])
    expect(steps(1)).toEqual([])
  })

  test('refuses unknown keys at each depth [OPEN-048]', () => {
    const surprise = 1
    for (const body of [
      { surprise },
      { steps: [{ position: 1, surprise }] },
      { audience: { kind: 'filters', rules: [], surprise } },
      { audience: { kind: 'import', importId: 'i1', surprise } },
    ])
      expect(JSON.stringify(add(body).error?.issues), JSON.stringify(body)).toContain('unrecognized_keys')
  })
})

test('saveCampaign takes any field and asks for the revision', () => {
  const save = (body: object) => saveCampaign.body.safeParse({ organizationId: 'org_cedar', ...body })
  expect(save({ revision: 3, scheduledAt: null, audience: null }).data).toEqual({
    ...{ organizationId: 'org_cedar', revision: 3, scheduledAt: null, audience: null },
  })
  expect(save({ name: 'Flu' }).success).toBe(false)
  expect(save({ revision: 1, type: 'SMS', subject: 'Flu' }).error?.issues.map(({ path }) => path)).toEqual([
    ['subject'],
  ])
})

test('launchCampaign, campaignAudience and testCampaign refuse what they can not use', () => {
  const { organizationId } = good
  expect(launchCampaign.body.safeParse({ organizationId, revision: 1, expect: -1 }).success).toBe(false)
  const audience = { kind: 'filters', rules: [] }
  expect(campaignAudience.body.safeParse({ organizationId, type: 'SMS', audience, subject: 'Flu' }).success).toBe(false)
  const to = (address: string) => testCampaign.body.safeParse({ organizationId, to: address })
  expect([to('(512) 555-0142').data?.to, to('lena@clinic.example').data?.to]).toEqual([
    ...['5125550142', 'lena@clinic.example'],
  ])
  expect(to('Lena').error?.issues[0]?.message).toBe('Not a phone number or an email address')
})

test('campaignDashboard takes exactly three fields and days in their order [ENTITY-19]', () => {
  const ask = (body: object) => campaignDashboard.body.safeParse({ organizationId: 'org_cedar', ...body })
  const range = { startDate: '2026-11-01', endDate: '2026-11-30' }
  expect(Object.keys(ask(range).data ?? {})).toEqual(['organizationId', 'startDate', 'endDate'])
  for (const wrong of [
    { ...range, endDate: '2026-10-31' },
    { ...range, startDate: '2010-01-01' },
    { ...range, more: 1 },
  ])
    expect(ask(wrong).success, JSON.stringify(wrong)).toBe(false)
})

test('the example of a campaign adds up', () => {
  const { states, skipped, causes } = campaignSchema.parse(campaignExample)
  const sum = (counted: readonly { count: number }[]) => counted.reduce((all, { count }) => all + count, 0)
  expect([sum(skipped), sum(causes)]).toEqual([states.skipped, states.failed])
})
