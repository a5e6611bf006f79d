import { useMemo } from 'react'
import type { AccessToken } from '../../api/access-token.ts'
import type { Api } from '../../api/client.ts'
import { createListingsToken } from '../../api/listings-token.ts'
import { type AppServices, useServices } from '../services.tsx'

/** One token per session and organization. */
const tokens = new WeakMap<AppServices, Map<string, AccessToken>>()

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
  const { api, fetch, clock } = services
  const token =
    held.get(organizationId) ??
    createListingsToken({
      fetch,
      elapsed: clock.elapsed,
      refreshToken: async () => (await api('listingConnection', { query: { organizationId } })).data.refreshToken,
    })
  held.set(organizationId, token)
  return token
}
