import { expect, test, vi } from 'vitest'
import { CallError, NOT_OK } from './call-error.ts'
import { createCampaignCall } from './campaign-call.ts'
import type { ApiDependencies } from './client.ts'

const ok = () => Response.json({ code: 'ok', data: { _id: 'c1' } })

function service(...answers: Response[]) {
  const fetch = vi.fn<ApiDependencies['fetch']>(async () => answers.shift() ?? ok())
  const onUnauthenticated = vi.fn()
  const campaignCall = createCampaignCall({
    fetch,
    token: { get: async () => 't1', renew: async () => 't2' },
    cookies: () => '',
    organizationId: () => 'org_active',
    userId: () => 'usr_1',
    timezone: () => 'America/Chicago',
    isAttended: () => true,
    onUnauthenticated,
  })
  return { campaignCall, fetch, onUnauthenticated }
}

test('campaignCall makes a call of the campaign service with its headers [CALL-CAMPAIGN-24]', async () => {
  const { campaignCall, fetch } = service()
  expect(await campaignCall('/campaign/c1', 'DELETE', undefined)).toEqual({ code: 'ok', data: { _id: 'c1' } })
  const [address, init] = fetch.mock.calls[0]!
  expect(address).toBe('/api/campaign/campaign/c1')
  expect(init).toMatchObject({
    method: 'DELETE',
    headers: { authorization: 'Bearer t1', 'access-token': 't1', userid: 'usr_1', organizationid: 'org_active' },
  })
  expect(init).not.toHaveProperty('body')
})

test('campaignCall sends a body as JSON, for the organization that it names [CALL-CAMPAIGN-24]', async () => {
  const { campaignCall, fetch } = service()
  const body = { organizationId: 'org_1', startDate: '2026-11-01', endDate: '2026-11-30' }
  await campaignCall('/dashboard/c1', 'POST', body)
  const [address, init] = fetch.mock.calls[0]!
  expect(address).toBe('/api/campaign/dashboard/c1')
  expect(init?.headers).toMatchObject({ 'content-type': 'application/json', organizationid: 'org_1' })
  expect(JSON.parse(String(init?.body))).toEqual(body)
  await campaignCall('/campaigns?organizationId=org_2', 'GET')
  expect(fetch.mock.calls[1]?.[1]?.headers).toMatchObject({ organizationid: 'org_2' })
})

test.each([
  'https://evil.test',
  '//evil.test/campaign/c1',
  '/\\evil.test',
  '/https://evil.test',
  'campaign/c1',
  '/../main/organizations',
  '/campaign/%2e%2e/main',
  '/campaign/..',
  '/campaign/c1\n',
  '/campaign/c1#x',
  '',
])('campaignCall makes no request when the path is %j [OPEN-067]', async (path) => {
  const { campaignCall, fetch } = service()
  await expect(campaignCall(path, 'GET')).rejects.toThrow('A path of the campaign service')
  expect(fetch).not.toHaveBeenCalled()
})

test('campaignCall renews the token once and rejects a refusal [OPEN-045] [OPEN-090]', async () => {
  const refused = () => Response.json({ code: 'error', reason: 'not_found', message: 'No' }, { status: 404 })
  const { campaignCall, fetch } = service(new Response(null, { status: 401 }), refused())
  const error = await campaignCall('/campaign/c1', 'DELETE').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({ message: NOT_OK, status: 404, reason: 'not_found' })
  expect(fetch.mock.calls[1]?.[1]?.headers).toMatchObject({ authorization: 'Bearer t2', 'access-token': 't2' })
  const ended = service(new Response(null, { status: 401 }), new Response(null, { status: 401 }))
  await expect(ended.campaignCall('/campaign/c1', 'DELETE')).rejects.toThrow(NOT_OK)
  expect(ended.onUnauthenticated).toHaveBeenCalledOnce()
})
