/**
 * Signs the address of a dashboard as Looker's signed embedding wants it. Looker's own call for it needs Looker up, and an API
 * key that can do far more. The address works once, for five minutes.
 */
import { createHmac } from 'node:crypto'
import type { LookerSettings } from '../../config/looker-config.ts'

/** How long the address may wait until it is opened. */
export const OPENED_WITHIN_MS = 300_000
const SESSION_S = 3600
const PERMISSIONS = ['access_data', 'see_user_dashboards', 'see_lookml_dashboards']

export interface Viewer {
  readonly organizationId: string
  readonly userId: string
}

export interface Signing {
  readonly looker: LookerSettings
  /** The origin of the page that frames the dashboard. */
  readonly publicUrl: string
  readonly path: string
  readonly viewer: Viewer
  readonly now: Date
  readonly nonce: string
}

export function signedAddress({ looker, publicUrl, path, viewer, now, nonce }: Signing): string {
  const { host } = new URL(looker.baseUrl)
  const target = `/login/embed/${encodeURIComponent(`${path}?embed_domain=${new URL(publicUrl).origin}`)}`
  const signed = {
    nonce: JSON.stringify(nonce),
    time: JSON.stringify(Math.floor(now.getTime() / 1000)),
    session_length: JSON.stringify(SESSION_S),
    external_user_id: JSON.stringify(`${viewer.organizationId}:${viewer.userId}`),
    permissions: JSON.stringify(PERMISSIONS),
    models: JSON.stringify(looker.models),
    group_ids: JSON.stringify([]),
    external_group_id: JSON.stringify(viewer.organizationId),
    user_attributes: JSON.stringify({ organization_id: viewer.organizationId }),
    access_filters: JSON.stringify({}),
  }
  const signature = signatureOf(looker.secret, [host, target, ...Object.values(signed)])
  const query = new URLSearchParams({ ...signed, signature, force_logout_login: 'true' })
  return `${looker.baseUrl}${target}?${query}`
}

function signatureOf(secret: string, parts: readonly string[]): string {
  return createHmac('sha1', secret).update(parts.join('\n'), 'utf8').digest('base64')
}
