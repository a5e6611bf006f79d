/** A hostile or missing identity provider. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { ProviderSettings } from '../../../config/provider-config.ts'
import { failureOf } from './failure.rules.ts'
import { createRelyingParty } from './relying-party.ts'

/**
 * `patience` sets a short timeout for a provider that never answers; one that answers gets the time that a slow machine
 * needs.
 */
async function served(answer: (issuer: string) => RequestListener, patience: { timeoutS?: number } = {}) {
  const server = createServer((req, res) => answer(issuer)(req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const provider: ProviderSettings = {
    ...{ issuer, clientId: 'foyer', clientSecret: 's', name: 'Cedar ID', scopes: 'openid' },
    ...{ mapping: { claim: 'groups', grants: [] }, passwords: true, join: 'mapped' },
  }
  return createRelyingParty({ provider, clock: { now: () => new Date() }, ...patience })
}

const expected = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) }
const address = (party: ReturnType<typeof createRelyingParty>) => party.address('http://foyer.test/back', expected)
const failureIn = async (work: Promise<unknown>) => {
  const { problem, code } = failureOf(await work.catch((error: unknown) => error), 0)
  return [problem, code]
}
const described = (issuer: string, more: object = {}) =>
  JSON.stringify({
    ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
    ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'], ...more },
  })

test('relying party times out when the provider never answers [OPEN-007]', async () => {
  const party = await served(() => () => undefined, { timeoutS: 0.2 })
  expect(await failureIn(address(party))).toEqual(['provider_down', 'OAUTH_TIMEOUT'])
})

test('relying party times out when the provider stops in the middle of its answer [OPEN-007]', async () => {
  const begun: RequestListener = (_req, res) =>
    void res.writeHead(200, { 'content-type': 'application/json' }).write('{"issuer":')
  const party = await served(() => begun, { timeoutS: 0.2 })
  expect((await failureIn(address(party)))[0]).toBe('provider_down')
})

test('relying party reports the provider as down when its answer breaks off [OPEN-007]', async () => {
  const party = await served(() => (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': 99 }).write('{"issuer":')
    setImmediate(() => res.destroy())
  })
  expect((await failureIn(address(party)))[0]).toBe('provider_down')
})

test('relying party refuses metadata that names another issuer [OPEN-007] [T14]', async () => {
  const party = await served(() => (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end(described('https://evil.test'))
  })
  expect(await failureIn(address(party))).toEqual(['failed', 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'])
})

test('relying party does not follow a redirect [OPEN-007] [T14]', async () => {
  let followed = false
  const party = await served(() => (req, res) => {
    followed ||= req.url === '/elsewhere'
    res.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await failureIn(address(party))).toEqual(['failed', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])
  expect(followed).toBe(false)
})

test('relying party sends no plain http to another machine, whatever the metadata says [OPEN-007] [T14]', async () => {
  const party = await served((issuer) => (_req, res) => {
    const body = described(issuer, { token_endpoint: 'http://id.test/token' })
    res.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  const back = new URL('http://foyer.test/back?code=c&state=s')
  expect(await failureIn(party.finish(back, expected))).toEqual(['failed', 'http_to_elsewhere'])
})

test('relying party fetches metadata once for parallel callers, and again after a failure [OPEN-007]', async () => {
  let asked = 0
  const party = await served((issuer) => (_req, res) => {
    asked += 1
    res.writeHead(asked === 1 ? 503 : 200, { 'content-type': 'application/json' }).end(described(issuer))
  })
  expect(await failureIn(address(party))).toEqual(['provider_down', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])
  await Promise.all([address(party), address(party), address(party)])
  await address(party)
  expect(asked).toBe(2)
})
