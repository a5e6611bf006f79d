import { useMemo } from 'react'
import type { Api } from '../../api/client.ts'
import type { AccessToken } from '../../api/held-token.ts'
import { createListingsToken } from '../../api/listings-token.ts'
import { type AppServices, useServices } from '../services.tsx'

/** One token per session and organization. */
const tokens = new WeakMap<AppServices, Map<string, AccessToken>>()
/** The refresh tokens of connections that screens have read, until each is used. */
const unused = new WeakMap<AppServices, Map<string, string>>()

/** Keeps a refresh token, so that the connection is not read once more for it. */
export function keepRefreshToken(services: AppServices, organizationId: string, refreshToken: string): void {
  const kept = unused.get(services) ?? new Map<string, string>()
  unused.set(services, kept.set(organizationId, refreshToken))
}

async function refreshTokenOf(services: AppServices, organizationId: string): Promise<string> {
  const kept = unused.get(services)?.get(organizationId)
  unused.get(services)?.delete(organizationId)
  return kept ?? (await services.api('listingConnection', { query: { organizationId } })).data.refreshToken
}

/** Makes the calls to an organization's listings, which the ordinary bearer token does not open. [OPEN-056] */
export function useListingsApi(organizationId: string): Api {
  const services = useServices()
  return useMemo(() => {
    const token = tokenOf(services, organizationId)
    const call = (name: never, options: object = {}) => services.api(name, { ...options, token } as never)
    return Object.assign(call, { blob: services.api.blob }) as unknown as Api
  }, [services, organizationId])
}

function tokenOf(services: AppServices, organizationId: string): AccessToken {
  const held = tokens.get(services) ?? new Map<string, AccessToken>()
  tokens.set(services, held)
  const { fetch, clock } = services
  const token =
    held.get(organizationId) ??
    createListingsToken({
      fetch,
      elapsed: clock.elapsed,
      refreshToken: () => refreshTokenOf(services, organizationId),
    })
  held.set(organizationId, token)
  return token
}
